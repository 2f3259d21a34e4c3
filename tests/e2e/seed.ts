import { answerContextOf } from '#shared/answer-context.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { ListedPerson } from '#shared/lists.ts';
import type { Message } from '#shared/message.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';

/** Milliseconds since 1970. */
const LONG_AGO = Date.UTC(2026, 0, 5, 9);
const DAY = 86_400_000;

export interface SeededChat {
  id: string;
  title: string;
  /** The number of questions, each followed by an answer. */
  turns: number;
  /** The text of each answer; by default its number. */
  answer?: string;
  /** Whether the further turns find more people for the first, which has found nobody. */
  isContinued?: boolean;
  /** The people in each answer. */
  profiles?: readonly DisplayProfile[];
  /** Additional data for each answer’s directory, such as its criteria. */
  data?: Partial<DisplayData>;
  /** Milliseconds since 1970, or today; by default each chat is from long ago, a day older than the one before. */
  at?: number | 'today';
  isArchived?: boolean;
}

export interface SeededList {
  id: string;
  name: string;
  /** The first one was added last. */
  people: readonly { profile: DisplayProfile; note?: string }[];
  /** Data of the answer that all of them come from. */
  data?: Partial<DisplayData>;
}

/** The storage state of a browser that holds these lists and chats, newest first; the first chat is current. */
export function storageWith(url: string, chats: readonly SeededChat[], lists: readonly SeededList[] = []) {
  const entries = {
    expertscope_chats: JSON.stringify(chats.map(chatFrom)),
    expertscope_messages: JSON.stringify(chats.flatMap(messagesOf)),
    expertscope_current_chat: chats[0]?.id ?? '',
    ...(lists.length > 0 && { expertscope_lists: JSON.stringify(lists.map(listFrom)) }),
    ...Object.fromEntries(
      lists.map((list) => [`expertscope_people_${list.id}`, JSON.stringify(peopleOf(list))]),
    ),
  };
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}

const timeOf = (at: SeededChat['at']) => (at === 'today' ? Date.now() : at);

function chatFrom({ id, title, turns, at, isArchived = false }: SeededChat, index: number) {
  const time = new Date(timeOf(at) ?? LONG_AGO - index * DAY).toISOString();
  const dates = { createdAt: time, updatedAt: time, lastMessageAt: time };
  return { id, title, userId: 'anonymous', ...dates, messageCount: turns * 2, isArchived };
}

function messagesOf({ id, title, turns, answer, isContinued, profiles = [], data, at }: SeededChat) {
  // All in the past, so that a test’s own messages come after them.
  const end = timeOf(at);
  const [begin, step] = end === undefined ? [LONG_AGO, 1_000] : [end - turns * 2, 1];
  const message = (index: number, part: Pick<Message, 'role' | 'content' | 'metadata'>): Message => {
    const timestamp = new Date(begin + index * step).toISOString();
    return { id: `msg_${id}_${index}`, timestamp, chatId: id, userId: 'anonymous', ...part };
  };
  const more = isContinued && { metadata: { task: 'more', refines: `msg_${id}_1` } as const };
  return Array.from({ length: turns }, (_, turn) => [
    message(turn * 2, {
      role: 'user',
      content: `Question ${turn + 1} of ${title}`,
      ...(turn > 0 && more),
    }),
    message(turn * 2 + 1, {
      role: 'assistant',
      content: answer ?? `Answer ${turn + 1} of ${title}`,
      metadata: {
        ...(isContinued && { questionId: `msg_${id}_${turn * 2}` }),
        profileDisplayData: {
          verifiedProfiles: [],
          otherProfiles: turn === 0 && isContinued ? [] : [...profiles],
          totalProfiles: profiles.length,
          searchQuery: title,
          useDeepResearch: false,
          ...data,
        },
      },
    }),
  ]).flat();
}

function listFrom({ id, name, people }: SeededList) {
  const at = new Date(LONG_AGO).toISOString();
  return { id, name, createdAt: at, updatedAt: at, size: people.length };
}

function peopleOf({ people, data = {} }: SeededList): ListedPerson[] {
  const savedAt = new Date(LONG_AGO).toISOString();
  const from = { chatId: 'chat_reefs', messageId: 'msg_chat_reefs_1', request: 'Question 1 of reefs' };
  return people.map(({ profile, note = '' }, index) => ({
    profile,
    ...answerContextOf(data),
    note,
    status: '',
    origins: [{ ...from, savedAt, relevanceScore: profile.relevanceScore }],
    addedAt: new Date(LONG_AGO - index * 1_000).toISOString(),
    updatedAt: savedAt,
  }));
}

/** The chat of an answered search, for tests of something other than the search. */
export const searchedChat = (request: string): SeededChat => ({
  id: 'chat_searched',
  title: request,
  turns: 1,
  answer: 'I found 3 profiles for your request.',
  profiles: [profileOf(1, 92), profileOf(2, 64), profileOf(3, 31)],
  at: 'today',
});

/** The criteria of an answer, and one person’s verdicts. */
export const CRITERIA: Criterion[] = [
  { id: 'c1', subject: 'profession', text: 'marine biologist', need: 'required' },
  { id: 'c2', subject: 'nationality', text: 'German', need: 'required' },
  { id: 'c3', subject: 'interest', text: 'mapping', need: 'preferred' },
  { id: 'c4', subject: 'experience', text: 'Deloitte', need: 'excluded' },
];
export const VERDICTS: Verdict[] = [
  { criterionId: 'c1', verdict: 'met', quote: 'Ada Okonkwo – Marine biologist', source: 'title' },
  { criterionId: 'c2', verdict: 'unclear' },
  { criterionId: 'c3', verdict: 'met', quote: 'she maps reefs', source: 'record' },
  { criterionId: 'c4', verdict: 'notMet', quote: 'Consultant at Deloitte', source: 'record' },
];

export const nameOf = (number: number): string => `Ada Okonkwo ${number}`;

/** An invented person with every detail of a card. */
export const profileOf = (number: number, relevanceScore: number): DisplayProfile => ({
  id: `ada-okonkwo-${number}`,
  fullName: nameOf(number),
  headline: 'Marine biologist who maps reefs',
  profileUrl: `https://www.linkedin.com/in/ada-okonkwo-${number}`,
  location: 'Townsville, Queensland, Australia',
  currentPosition: { title: 'Senior researcher', company: 'Great Reef Institute' },
  education: { school: 'University of Kiel', degree: 'PhD, Marine biology' },
  summary: 'Maps reefs from the air and under water, and teaches others how to read the maps.',
  relevanceScore,
  isVerified: false,
  tags: ['reefs', 'mapping', 'teaching', 'diving', 'statistics', 'German'],
});
