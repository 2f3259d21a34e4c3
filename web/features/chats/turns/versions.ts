import * as v from 'valibot';
import { readText, tabStorage, writeText } from '#web/lib/storage.ts';
import { VERSIONS } from '../drafts.ts';
import type { ChatSession, SendOptions } from '../session.ts';
import type { ChosenVersions, Turn } from './turns.ts';

const StoredVersions = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));
/** How many choices are kept: the newest ones. */
const MAX_CHOICES = 100;

/** The versions of questions that the reader has chosen in this tab. */
export function chosenVersions({ page }: Pick<ChatSession, 'page'>): ChosenVersions {
  const { chosen } = page.getState();
  if (chosen !== undefined) return chosen;
  const stored = v.safeParse(StoredVersions, readText(tabStorage(), VERSIONS));
  return stored.success ? stored.output : {};
}

/** Shows another version of a question. */
export function chooseVersion(session: ChatSession, { versions: { ids } }: Turn, index: number): void {
  const newest = ids.at(-1) ?? '';
  const { [newest]: _, ...others } = chosenVersions(session);
  const all = Object.entries({ ...others, [newest]: ids[index] ?? newest });
  const chosen = Object.fromEntries(all.slice(-MAX_CHOICES));
  session.page.setState({ chosen });
  writeText(tabStorage(), VERSIONS, JSON.stringify(chosen));
}

/**
 * The request for a new version of a turn's question: with new text or, without any, with the same text to regenerate the answer, unless
 * that text is lost. It keeps the mode of the version before.
 */
export function newVersion({ page }: ChatSession, turn: Turn, content?: string): SendOptions | undefined {
  const { question, answer, follows } = turn;
  if (question === undefined) return undefined;
  const sent = page.getState().sentAs[question.id];
  const deepResearch = answer?.metadata?.useDeepResearch ?? sent?.deepResearch ?? false;
  if (content !== undefined) return { content, deepResearch, refines: follows };
  if (question.lost === 'text') return undefined;
  const task = sent?.task ?? taskOf(turn);
  return {
    content: question.content,
    deepResearch,
    refines: follows,
    isRetry: true,
    ...(task && { task }),
  };
}

/**
 * Criteria set by the user are stored with the answer, so they are available even if another page sent them. So is a query, which is the
 * user's own only if it has no alternatives.
 */
function taskOf({ question, answer }: Turn): SendOptions['task'] {
  const { criteria, googleSearchQuery, alternativeSearchTerms } = answer?.metadata?.searchQuery ?? {};
  if (question?.metadata?.task !== 'criteria' || criteria === undefined) return undefined;
  const isOwn = googleSearchQuery && alternativeSearchTerms === undefined;
  return { kind: 'criteria', criteria, ...(isOwn && { googleSearchQuery }) };
}
