import type { Chat } from '#shared/chat.ts';
import type { Message, Outcome } from '#shared/message.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { StepId, StepStatus } from '#shared/steps.ts';
import { toTimestamp } from '#shared/time.ts';

const START = Date.UTC(2026, 10, 20, 9);

/** The timestamp `seconds` after the start of the samples. */
export const at = (seconds: number): string => toTimestamp(START + seconds * 1_000);

export const sampleChat = (change: Partial<Chat> = {}): Chat => ({
  id: 'chat_1',
  title: 'Peruvian economists',
  userId: 'anonymous',
  createdAt: at(0),
  updatedAt: at(0),
  lastMessageAt: at(0),
  messageCount: 0,
  isArchived: false,
  ...change,
});

export const sampleMessage = (change: Partial<Message> = {}): Message => ({
  id: 'msg_1',
  content: 'Peruvian economists in Lima 🦙',
  role: 'user',
  timestamp: at(1),
  chatId: 'chat_1',
  userId: 'anonymous',
  ...change,
});

const sampleProfile = (change: Partial<DisplayProfile> = {}): DisplayProfile => ({
  id: 'profile_1',
  fullName: 'Ñusta Quispe-Åberg 王',
  headline: 'Economist — “growth”',
  profileUrl: 'https://www.linkedin.com/in/nusta-quispe-aberg',
  location: 'Lima',
  currentPosition: { title: 'Economist', company: 'Banco Inventado' },
  education: { school: 'PUCP', degree: 'MSc' },
  summary: '',
  relevanceScore: 82,
  isVerified: false,
  tags: [],
  ...change,
});

export const sampleDirectory = (count: number): DisplayData => ({
  verifiedProfiles: [],
  otherProfiles: Array.from({ length: count }, (_, index) => sampleProfile({ id: `profile_${index}` })),
  totalProfiles: count,
  searchQuery: 'site:linkedin.com/in "economist" "Lima"',
  useDeepResearch: false,
});

export const runEvent = (userMessage = sampleMessage()): SearchEvent => ({
  type: 'run',
  data: { searchId: 'search_1', chatId: userMessage.chatId, userMessage },
});

export const stepEvent = (id: StepId, status: StepStatus, seconds = 2): SearchEvent => ({
  type: 'step',
  data: { id, title: id, description: `${id} is ${status}`, status, timestamp: at(seconds) },
});

export const profilesEvent = (count: number): SearchEvent => ({
  type: 'profiles',
  data: sampleDirectory(count),
});

export const answer = (change: Partial<Message> = {}): Message =>
  sampleMessage({
    id: 'msg_2',
    role: 'assistant',
    content: 'I found 2 profiles.',
    timestamp: at(9),
    metadata: { profileDisplayData: sampleDirectory(2), step: 'profile_search', outcome: 'answered' },
    ...change,
  });

export const messageEvent = (message = answer()): SearchEvent => ({ type: 'message', data: message });

export const doneEvent = (outcome: Outcome, error?: { code: string; message: string }): SearchEvent => ({
  type: 'done',
  data: { outcome, ...(error === undefined ? {} : { error }) },
});

/** A complete standard search, as the server sends it. */
export const wholeSearch = (): SearchEvent[] => [
  runEvent(),
  stepEvent('query-generation', 'active', 2),
  stepEvent('query-generation', 'completed', 3),
  stepEvent('profile-search', 'active', 3),
  profilesEvent(1),
  stepEvent('profile-search', 'completed', 5),
  profilesEvent(2),
  stepEvent('formatting', 'active', 5),
  stepEvent('formatting', 'completed', 6),
  messageEvent(),
  doneEvent('answered'),
];

/** Events numbered from 1. */
export const numbered = (events: readonly SearchEvent[]) =>
  events.map((event, index) => ({ id: index + 1, event }));

/** One event in wire format. */
export const encode = (id: number | string, type: string, data: unknown): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

export const encodeAll = (events: readonly SearchEvent[]): string =>
  numbered(events)
    .map(({ id, event }) => encode(id, event.type, event.data))
    .join('');
