import * as v from 'valibot';
import { LIMITS } from '#shared/limits.ts';
import { Basis, SearchRequest } from '#shared/search-request.ts';
import { shownMessages } from '../messages.ts';
import type { ChatRequest, ChatSession, RequestPlan, SentPlan } from '../session.ts';
import type { RememberedSearch } from '../stores/remembered.ts';
import { adjustedCriteria, basisOf, peopleIn, withCriteria, withExamples, withinLimit } from './basis.ts';
import { anchorOf, findTurn, shownTurns, type Turn } from './turns.ts';
import { chosenVersions } from './versions.ts';

export { withLeftOut } from './seen-people.ts';

/** Matches 'Can you find some more people?' and the like, with nothing else in the text. */
const MORE_REQUEST_PATTERN =
  /^\s*(?:(?:please|can|could|would|you|i|we|now|then|and|want|need|find|show|get|give|see|me|us|some|any|bitte|zeig\w*|finde|noch|por\s+favor|mu[eé]stra(?:me|nos)|encuentra|busca|quiero|montre[zs]?-(?:moi|nous)|trouve[zs]?|cherche[zs]?|mostre|encontre|quero)\s+)*(?:more|others|mehr|weitere|m[aá]s|otr[ao]s|plus\s+de|d['’]autres|mais|outr[ao]s)(?:\s+(?:of\s+them|people|persons|profiles|candidates|results|matches|leute|personen|profile|kandidat(?:en|innen)|ergebnisse|personas|gente|perfiles|candidat[ao]s|resultados|personnes|profils|candidats|r[eé]sultats|pessoas|perfis))?(?:,?\s+(?:please|bitte|por\s+favor|s['’]il\s+(?:te|vous)\s+pla[iî]t))?[\s.!?]*$/iu;

/**
 * What to send along with a request in a chat that has begun. It follows up the answer that it names, or the last one shown; if that has
 * nothing to follow up, the request stands alone. 'Find more people', typed below an answer, does what the button does.
 */
export function planRequest(session: ChatSession, chatId: string, request: ChatRequest): SentPlan {
  const { refines, leaveOut, examples } = request;
  const messages = shownMessages(session, chatId);
  const turns = shownTurns(messages, chosenVersions(session), session.page.getState().sentAs);
  const last = turns.at(-1);
  const followedTurn = refines === undefined ? last : findTurn(messages, refines ?? '');
  const followedBasis = basisFor(followedTurn, request.task);
  const isMoreRequest =
    refines === undefined && followedBasis !== undefined && MORE_REQUEST_PATTERN.test(request.content);
  const task = isMoreRequest ? ({ kind: 'more' } as const) : request.task;
  // A task goes by the stored criteria: it continues the answer, or brings the adjusted ones itself.
  const adjusted = task === undefined ? adjustedCriteria(followedBasis, followedTurn?.answer?.id) : undefined;
  const basis = withExamples(withCriteria(followedBasis, adjusted), examples, messages);
  const isBranched = messages.some(({ metadata }) => metadata?.refines !== undefined);
  const followed = refines === undefined && last && (basis || isBranched) ? anchorOf(last) : refines;
  const seen = task?.kind === 'more' ? peopleIn(messages) : [];
  const known = new Set(basis?.people.map(({ url }) => url));
  const urlsToLeaveOut = [...new Set([...(leaveOut ?? []), ...seen.filter((url) => !known.has(url))])];
  const plan: SentPlan = {
    ...(followed !== undefined && { refines: followed }),
    ...(basis && { basis }),
    ...(task && { task }),
    ...(urlsToLeaveOut.length > 0 && { leaveOut: urlsToLeaveOut.slice(0, LIMITS.peopleLeftOut) }),
  };
  return withinLimit(request, plan);
}

const { refines, task, leaveOut } = SearchRequest.entries;
const { examples, criteria, request } = Basis.entries;
const adjusted = v.optional(v.object({ criteria, request }));
const StoredPlan = v.object({ refines, task, leaveOut, examples, adjusted });

/** Rebuilds the plan of a search that was sent before, from what was stored of it and from the answer it follows up. */
export function planAgain(session: ChatSession, sent: RememberedSearch): SentPlan {
  const stored = v.safeParse(StoredPlan, sent.plan);
  const { refines, examples, adjusted, ...kept } = stored.success ? stored.output : {};
  if (refines === undefined) return kept;
  const messages = shownMessages(session, sent.chatId);
  const followed = basisFor(findTurn(messages, refines ?? ''), kept.task);
  const basis = withExamples(withCriteria(followed, adjusted), examples, messages);
  return withinLimit(sent, { ...kept, refines, ...(basis && { basis }) });
}

/** The basis of a turn's answer; to verify one person, with nobody else in it. */
const basisFor = (
  turn: Pick<Turn, 'question' | 'answer' | 'continuations'> | undefined,
  task: RequestPlan['task'],
): Basis | undefined =>
  turn?.answer &&
  basisOf(turn.answer, turn.question, turn.continuations, task?.kind === 'verify' ? task.url : undefined);
