import { cutAtWord } from '#shared/clean-text.ts';
import { LIMITS } from '#shared/limits.ts';
import type { Basis } from '#shared/search-request.ts';
import type { SearchDeps } from '../context.ts';
import { tellableEarlier } from '../criteria/sensitive.ts';
import { MAX_REQUEST_LENGTH } from '../model/model-call.ts';
import type { QueryReply } from '../model/prompts/query.ts';

/*
 * What the calls that judge people are shown of a request, within their length limit: a brief of a long one, and a follow-up together with
 * the request before it. docs/behaviour.md#search-query
 */

/** In characters. A long request up to this length gets a brief the size of a short request; anything longer gets a fuller one. */
const MAX_DESCRIPTION_LENGTH = 600;

/** Word limit for the brief that the model is asked for; 0 if none is needed. */
export const briefWordsFor = ({ length }: string): number =>
  length > MAX_DESCRIPTION_LENGTH ? 120 : length > MAX_REQUEST_LENGTH ? 30 : 0;

/** The summary that later calls get instead of a long request; undefined if neither this request nor an earlier one is long. */
export function briefOf({
  request,
  reply,
  basis,
  hasExamples,
}: {
  request: string;
  reply: QueryReply;
  basis: Basis | undefined;
  hasExamples: boolean;
}): string | undefined {
  if (request.length > MAX_REQUEST_LENGTH) {
    const isDescription = request.length <= MAX_DESCRIPTION_LENGTH;
    const said = hasExamples
      ? ''
      : cutAtWord(reply.brief, isDescription ? MAX_REQUEST_LENGTH : LIMITS.briefLength);
    return said || cutAtWord(request, isDescription ? MAX_REQUEST_LENGTH : MAX_DESCRIPTION_LENGTH);
  }
  if (basis?.brief === undefined) return undefined;
  const then = ` Then: ${request}`;
  return cutAtWord(basis.brief, LIMITS.briefLength - then.length) + then;
}

/** A follow-up appended to the request before it, within the length limit of the judging calls. */
export function joinRequests(request: string, basis: Basis | undefined, deps: SearchDeps): string {
  const earlier = tellableEarlier(basis?.request ?? '', deps);
  if (earlier === '' || request.length > MAX_REQUEST_LENGTH / 2) return request;
  const then = ` Then: ${request}`;
  return cutAtWord(earlier, MAX_REQUEST_LENGTH - then.length) + then;
}
