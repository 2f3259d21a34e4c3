import type { Lease, SearchLog } from '#functions/store/search-log.ts';
import type { Store } from '#functions/store/store.ts';
import type { SavePersonRequest } from '#shared/lists.ts';
import type { Message, MessageMetadata, Spend } from '#shared/message.ts';
import type { DisplayProfile } from '#shared/results.ts';
import type { NumberedEvent, Search } from '#shared/search.ts';
import type { CreateShareRequest } from '#shared/shares.ts';
import { toTimestamp } from '#shared/time.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { NOON } from './setup.ts';

let people = 0;
/** A person no other test in the file uses. */
export function newPerson(): string {
  people += 1;
  return `person-${people}`;
}

interface MessageSketch {
  userId: string;
  id?: string;
  chatId?: string;
  role?: Message['role'];
  content?: string;
  at?: number;
  metadata?: MessageMetadata;
}

export function newMessage({ at = NOON, metadata, ...sketch }: MessageSketch): Message {
  const message = {
    id: 'msg_1',
    chatId: 'chat_1',
    role: 'user' as const,
    content: 'Find experts',
    ...sketch,
  };
  return { ...message, timestamp: toTimestamp(at), ...(metadata && { metadata }) };
}

/** The metadata of a search’s answer. */
const METADATA: MessageMetadata = {
  model: 'gpt-4.1-mini + SerpApi',
  step: 'profile_search',
  useDeepResearch: false,
};

/** The paid usage of a search. */
export const SPEND: Spend = {
  ...{ modelCalls: 5, inputTokens: 900, outputTokens: 300, tokensEstimated: false },
  ...{ searchPages: 2, lookups: 0, dollars: 0.25 },
};

interface SearchSketch {
  userId: string;
  /** Distinguishes the messages of several searches. */
  suffix?: string;
  at?: number;
  /** How much later the answer comes, in milliseconds. */
  takes?: number;
  content?: string;
  metadata?: MessageMetadata;
}

/** The messages of a search in chat_1, and the options to open its saving with. */
export function sketchSearch(sketch: SearchSketch) {
  const { userId, suffix = '', at = NOON, takes = 20_000, content = 'Found 3 profiles' } = sketch;
  const { metadata = METADATA } = sketch;
  const userMessage = newMessage({ userId, id: `msg_question${suffix}`, at });
  const reply = newMessage({
    ...{ userId, id: `msg_answer${suffix}`, role: 'assistant', at: at + takes, content, metadata },
  });
  const opening = { userId, chatId: 'chat_1', title: 'Find experts', userMessage, replyId: reply.id };
  return { userMessage, reply, opening };
}

/** Saves a search in two steps on each call, as often as it is called. */
export function openSearch(store: Store, { opening, reply }: ReturnType<typeof sketchSearch>) {
  const saving = store.searchMessages.open(opening);
  return async () => {
    await saving.saveUserMessage();
    await saving.saveAssistantMessage({ message: reply });
  };
}

/** In milliseconds since 1970, later than a test’s clock ever gets. */
export const MUCH_LATER = NOON + 1_000 * 3_600_000;

let searches = 0;
/** A search no other test in the file uses. */
export function newSearch(sketch: { content?: string } = {}): Search {
  searches += 1;
  const userMessage = newMessage({ userId: 'person-1', id: `msg_${searches}`, ...sketch });
  const { userId, chatId } = userMessage;
  const names = { searchId: `search_${searches}`, assistantMessageId: `msg_${searches}_answer` };
  return { ...names, userId, chatId, userMessage, deepResearch: false };
}

export const leaseOf = (
  { searchId }: { searchId: string },
  holder = 'first',
  leaseUntil = MUCH_LATER,
): Lease => ({ searchId, holder, leaseUntil });

/** A search claimed by the holder 'first'. */
export async function claimSearch(
  searchLog: SearchLog,
  { leaseUntil = MUCH_LATER }: { leaseUntil?: number } = {},
): Promise<Search> {
  const search = newSearch();
  await searchLog.claim({ search, lease: leaseOf(search, 'first', leaseUntil), expiresAt: MUCH_LATER });
  return search;
}

/** Text that does not compress below three quarters of its length. */
export const noise = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 60_000) }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(45_000))).toString('base64'),
  )
    .join('')
    .slice(0, bytes);

export const stepEvent = (id: number, description = `number ${id}`): NumberedEvent => ({
  id,
  event: {
    type: 'step',
    data: {
      ...{ id: 'profile-search', title: 'AI Search', status: 'active', description },
      timestamp: '2026-11-21T12:00:00.000Z',
    },
  },
});

/** Events with these numbers, both inclusive. */
export const stepEvents = (from: number, to: number): NumberedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => stepEvent(from + index));

export const messageEvent = (id: number, content: string): NumberedEvent => ({
  id,
  event: { type: 'message', data: newMessage({ userId: 'person-1', role: 'assistant', content }) },
});

/** A person as a card shows them. */
export const profileOf = (slug: string, sketch: Partial<DisplayProfile> = {}): DisplayProfile => ({
  ...{ id: slug, fullName: `The invented ${slug}`, headline: 'Engineer', profileUrl: urlOf(slug) },
  ...{ location: 'Lima, Peru', currentPosition: { title: 'Engineer', company: 'Acme' } },
  ...{ education: { school: '', degree: '' }, summary: '', relevanceScore: 80, isVerified: false, tags: [] },
  ...sketch,
});

/** The metadata of an answer that found these people. */
export const answeredWith = (...slugs: string[]): MessageMetadata => ({
  profileDisplayData: {
    ...{ verifiedProfiles: [], otherProfiles: slugs.map((slug) => profileOf(slug)) },
    ...{ totalProfiles: slugs.length, searchQuery: 'engineers', useDeepResearch: false },
  },
});

/** A person as a page saves them, from the answer `msg_a`. */
export const personOf = (slug: string, sketch: Partial<SavePersonRequest> = {}): SavePersonRequest => ({
  profile: profileOf(slug),
  origins: [originOf('msg_a')],
  ...sketch,
});

export const originOf = (messageId: string, savedAt = toTimestamp(NOON)) => ({
  ...{ chatId: 'chat_1', messageId, request: 'Find engineers', savedAt, relevanceScore: 80 },
});

export const shareOf = (id: string, sketch: Partial<CreateShareRequest> = {}): CreateShareRequest => ({
  ...{ id, kind: 'answer', title: 'Engineers in Lima', people: [{ profile: profileOf('ada') }] },
  criteria: [{ id: 'c1', subject: 'location', text: 'Lima', need: 'required' }],
  ...sketch,
});
