import { profileUrlsIn } from '#shared/linkedin-url.ts';
import { truncate } from '#shared/truncate.ts';
import { readableReason, type SearchDeps } from '../context.ts';
import { addressesOf } from '../evidence/identity.ts';
import { type Example, exampleOfRecord, MAX_FACT_LENGTH } from './examples.ts';
import { looksLikeFollowUp } from './follow-up.ts';

/** A profile that a request names by its URL, and what looking it up returned. */
export interface NamedProfile {
  /** The person's current and former addresses: the search must not return them. */
  urls: readonly string[];
  /** The request with words in place of the addresses. */
  request: string;
  /** The request without any address. */
  rest: string;
  /** Whether the request is a new search ('people like …') rather than a follow-up ('also like …'). */
  isNewSearch: boolean;
  /** Present if the record was read. */
  example?: Example;
  /** Why the record was not read, without a full stop. */
  reason?: string;
  /** The outcome of the lookup, as a line for the step. */
  line: string;
}

/** Ignored when deciding whether the search is new: it precedes the address in either case. */
const TRAILING_LIKE = /\b(?:like|similar to|wie|como|comme)\s*$/i;

/** Looks up the first profile address in a request; undefined if it has none. A failed lookup is reported in the result, not thrown. */
export async function lookUpNamed(
  request: string,
  { providers, signal, log }: SearchDeps,
  show: (line: string) => void,
): Promise<NamedProfile | undefined> {
  const named = profileUrlsIn(request);
  const [first] = named;
  if (first === undefined) return undefined;
  const replaceAddresses = (words: string) =>
    named.reduce((text, { match }) => text.replace(match, words), request);
  const known = {
    urls: named.map(({ url }) => url),
    request: replaceAddresses('this person'),
    rest: replaceAddresses(''),
    isNewSearch: !looksLikeFollowUp(
      request.slice(0, request.indexOf(first.match)).replace(TRAILING_LIKE, ''),
    ),
  };
  const { profileData } = providers;
  const failed = (why: string): NamedProfile => {
    const reason = `${first.match} could not be read (${why})`;
    return { ...known, reason, line: `${reason}, so the search goes on without it` };
  };
  show(`Looking up ${first.match} with ${profileData.label}…`);
  try {
    const record = await profileData.lookUp(first.address, signal);
    if (record === undefined) return failed(`${profileData.label} has no record of it`);
    const addresses = addressesOf(record);
    if (!addresses.includes(first.url)) return failed('the record found is not of this person');
    const example = exampleOfRecord(record);
    const headline = truncate(record.headline ?? '', MAX_FACT_LENGTH);
    const others = named.length > 1 ? '; of several addresses only the first is looked up' : '';
    const line = `Looked up ${first.match} with ${profileData.label}${headline ? `: ${headline}` : ''}${others}`;
    return { ...known, urls: [...known.urls, ...addresses], example, line };
  } catch (error) {
    signal.throwIfAborted();
    log('a named profile could not be looked up', error);
    return failed(readableReason(error));
  }
}
