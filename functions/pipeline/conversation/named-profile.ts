import { profileUrlsIn } from '#shared/linkedin-url.ts';
import { truncate } from '#shared/truncate.ts';
import { readableReason, type SearchDeps } from '../context.ts';
import { addressesOf } from '../evidence/identity.ts';
import { type Example, exampleOfRecord, MAX_FACT_LENGTH } from './examples.ts';
import { looksLikeFollowUp } from './follow-up.ts';
import { leavesOut, type Mention, rejectionsAmong } from './rejections.ts';

/** The profiles that a request names by their URLs, and what looking up the first one it does not reject returned. */
export interface NamedProfile {
  /** The addresses of everybody named, the current and former ones of the person looked up: the search must not return them. */
  urls: readonly string[];
  /** The addresses of people that the request rejects. */
  leftOut: readonly string[];
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

/**
 * Looks up the first profile address in a request that it does not reject; undefined if it has no address at all. A failed lookup is
 * reported in the result, not thrown.
 */
export async function lookUpNamed(
  request: string,
  { providers, signal, log }: SearchDeps,
  show: (line: string) => void,
): Promise<NamedProfile | undefined> {
  let end = 0;
  const named = profileUrlsIn(request).map((each) => {
    const start = request.indexOf(each.match, end);
    end = start + each.match.length;
    return { ...each, start, end };
  });
  if (named.length === 0) return undefined;
  const rejectionOf = rejectionsAmong(request, named);
  // A person who is only criticised may still be the one that others should resemble: '… isn't available, find someone like her'.
  const isLeftOut = (each: Mention) => leavesOut(rejectionOf(each));
  const wanted = named.filter((each) => !isLeftOut(each));
  const [first] = wanted;
  const replaceAddresses = (wordsFor: (each: Mention) => string) =>
    named.reduceRight(
      (text, each) => text.slice(0, each.start) + wordsFor(each) + text.slice(each.end),
      request,
    );
  const known = {
    urls: named.map(({ url }) => url),
    leftOut: named.filter(isLeftOut).map(({ url }) => url),
    request: replaceAddresses((each) => (isLeftOut(each) ? 'that person' : 'this person')),
    rest: replaceAddresses(() => ''),
    isNewSearch:
      first !== undefined && !looksLikeFollowUp(request.slice(0, first.start).replace(TRAILING_LIKE, '')),
  };
  if (first === undefined)
    return { ...known, line: `Left out ${named.map(({ match }) => match).join(', ')}` };
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
    const others = wanted.length > 1 ? '; of several addresses only the first is looked up' : '';
    const line = `Looked up ${first.match} with ${profileData.label}${headline ? `: ${headline}` : ''}${others}`;
    return { ...known, urls: [...known.urls, ...addresses], example, line };
  } catch (error) {
    signal.throwIfAborted();
    log('a named profile could not be looked up', error);
    return failed(readableReason(error));
  }
}
