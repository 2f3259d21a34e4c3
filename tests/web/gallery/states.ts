import type { Chat } from '#shared/chat.ts';
import type { Message, MessageMetadata } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import { APOLOGY, searchApology } from '#shared/search-errors.ts';
import { type StepId, type StepStatus, stepOf } from '#shared/steps.ts';
import type { PageState } from '#web/features/chats/session.ts';
import type { SearchState, ShownStep } from '#web/features/search/index.ts';
import { initialSearch } from '#web/features/search/search-state.ts';
import { CRITERIA, directory, JUDGED, MANY, ODD, OTHER, TOP } from './people.ts';

/** The chat data a screen shows. */
export interface ScreenState extends Partial<Pick<PageState, 'answered' | 'waiting' | 'elsewhere'>> {
  chats: readonly Chat[];
  currentChatId: string | undefined;
  messages: readonly Message[];
  /** A search is running in the current chat, or its messages are loading. */
  isLoading: boolean;
  search: SearchState | undefined;
  error: { code: string; message: string } | undefined;
  notices: readonly string[];
}

const DAY = 86_400_000;
/** Read once: between two readings a busy machine may take long, or midnight pass. */
const NOW = Date.now();
const ago = (days: number, seconds = 0) => new Date(NOW - days * DAY - seconds * 1_000).toISOString();

const chat = (id: string, title: string, days: number, messageCount: number): Chat => ({
  id: `chat_${id}`,
  title,
  userId: 'anonymous',
  createdAt: ago(days),
  updatedAt: ago(days),
  lastMessageAt: ago(days),
  messageCount,
  isArchived: false,
});

const CHATS: readonly Chat[] = [
  chat('one', 'Food and beverage lawyers who graduated from Ge...', 0, 2),
  chat('two', 'Early-stage investors who studied at Stanford U...', 1, 6),
  chat('three', 'Battery chemists in Lyon', 4, 1),
  chat('four', 'مهندسون في الرياض', 5, 12),
  chat('five', 'Peruvians in the US studying computer science w...', 40, 128),
];

let counter = 0;
function message(
  role: Message['role'],
  content: string,
  data?: DisplayData,
  rating?: 'good' | 'bad',
): Message {
  counter += 1;
  return {
    id: `msg_${counter}`,
    role,
    content,
    timestamp: ago(0),
    chatId: 'chat_one',
    userId: 'anonymous',
    ...(role === 'assistant' && {
      metadata: {
        model: data?.useDeepResearch ? 'gpt-4.1-mini + SerpApi + Enrich Layer' : 'gpt-4.1-mini + SerpApi',
        ...(data && { profileDisplayData: data, useDeepResearch: data.useDeepResearch }),
        ...(rating && { rating }),
      },
    }),
  };
}

const withMark = (one: Message, mark: MessageMetadata): Message => ({
  ...one,
  metadata: { ...one.metadata, ...mark },
});

const QUESTION = 'Food and beverage lawyers who graduated from Georgetown Law';
const ask = (text = QUESTION) => message('user', text);
const FOUND = 'I found 7 people for your request. The first four match it best.';

const DETAILS: Partial<Record<StepId, string[]>> = {
  'query-generation': ['site:linkedin.com/in "Georgetown Law" ("food" OR "beverage") lawyer'],
  'profile-search': ['20 results, 18 distinct profiles'],
  'ai-filtering': ['18 profiles scored', '5 picked for verification'],
  'deep-verification': ['Checking Tobias Lindqvist (2 of 5)'],
};

function step(id: StepId, status: StepStatus, seconds: number): ShownStep {
  const { title, description } = stepOf(id);
  const details =
    status === 'error'
      ? ['Deep research failed: Failed to filter profiles: AI response is not an array']
      : DETAILS[id];
  return {
    id,
    status,
    title,
    description,
    timestamp: ago(0),
    startedAt: ago(0, seconds),
    endedAt: status === 'active' ? undefined : ago(0, 0),
    ...(details && { details }),
  };
}

function search(part: Partial<SearchState>): SearchState {
  return {
    ...initialSearch('chat_one'),
    phase: 'streaming',
    searchId: 'search_one',
    lastEventId: 3,
    ...part,
  };
}

const EMPTY: ScreenState = {
  chats: CHATS,
  currentChatId: undefined,
  messages: [],
  isLoading: false,
  search: undefined,
  error: undefined,
  notices: [],
};
const open = (messages: readonly Message[], part: Partial<ScreenState> = {}): ScreenState => ({
  ...EMPTY,
  currentChatId: 'chat_one',
  messages,
  ...part,
});
const running = (part: Partial<SearchState>): ScreenState =>
  open([ask()], { isLoading: true, search: search(part) });

const DEEP_STEPS = [
  step('query-generation', 'completed', 1.6),
  step('profile-search', 'completed', 2.1),
  step('ai-filtering', 'completed', 3.4),
  step('deep-verification', 'active', 2),
];

/** Metadata on how an answer was found. */
const STORY: MessageMetadata = {
  useDeepResearch: true,
  steps: [
    {
      id: 'query-generation',
      status: 'completed',
      startedAt: ago(0, 14.2),
      duration: 1_640,
      details: DETAILS['query-generation'],
    },
    {
      id: 'profile-search',
      status: 'completed',
      startedAt: ago(0, 12.5),
      duration: 2_120,
      details: ['Found 18 profiles with SerpApi, of about 3,400 results'],
    },
    {
      id: 'ai-filtering',
      status: 'completed',
      startedAt: ago(0, 10.4),
      duration: 3_410,
      details: ['18 profiles scored', '5 picked for verification'],
    },
    {
      id: 'deep-verification',
      status: 'completed',
      startedAt: ago(0, 7),
      duration: 4_300,
      details: [
        'Tobias Lindqvist: verified, 92%',
        'Ifeoma Nakashima-Okafor: verified, 88%',
        'Marguerite Delacroix: no record found',
      ],
    },
    {
      id: 'final-analysis',
      status: 'completed',
      startedAt: ago(0, 2.6),
      duration: 1_500,
      details: ['2 of 3 meet all criteria'],
    },
    {
      id: 'formatting',
      status: 'error',
      startedAt: ago(0, 1),
      duration: 1_010,
      details: ['5 of 18 results are shown as the web search returned them.'],
    },
  ],
  searchQuery: {
    googleSearchQuery:
      'site:linkedin.com/in "Georgetown Law" ("food" OR "beverage") (lawyer OR attorney) -"recruiter"',
    targetCriteria: {
      education: 'Georgetown Law',
      profession: 'lawyer',
      interests: ['food'],
      experience: [],
    },
    criteria: [
      { id: 'c1', subject: 'education', text: 'Georgetown Law', need: 'required' },
      { id: 'c2', subject: 'profession', text: 'lawyer or attorney', need: 'required' },
      { id: 'c3', subject: 'interest', text: 'food and beverage', need: 'preferred' },
      { id: 'c4', subject: 'profession', text: 'recruiter', need: 'excluded' },
    ],
    alternativeSearchTerms: [
      'Georgetown University Law Center food law',
      'FDA regulatory counsel Georgetown',
    ],
  },
  spend: {
    modelCalls: 12,
    inputTokens: 18_240,
    outputTokens: 4_310,
    tokensEstimated: false,
    searchPages: 2,
    lookups: 5,
    dollars: 0.14,
  },
};

/** Every state of the main screen, by name. */
export const STATES: Readonly<Record<string, () => ScreenState>> = {
  start: () => EMPTY,
  'first-visit': () => ({ ...EMPTY, chats: [] }),
  loading: () => open([], { isLoading: true }),
  initializing: () => open([ask()], { isLoading: true }),
  'streaming-standard': () =>
    running({
      steps: [step('query-generation', 'completed', 1.6), step('profile-search', 'active', 0)],
    }),
  'streaming-deep': () => running({ steps: DEEP_STEPS, profiles: directory([...TOP, ...OTHER], true) }),
  'step-error': () =>
    running({
      steps: [
        step('query-generation', 'completed', 1.6),
        step('profile-search', 'completed', 2),
        step('ai-filtering', 'error', 2),
      ],
      profiles: directory(TOP, true),
    }),
  'answered-standard': () =>
    open([
      ask(),
      message('assistant', FOUND, {
        ...directory(
          JUDGED.map(({ id, verdicts = [], ...one }) => ({
            ...([...TOP, ...OTHER].find((before) => before.id === id) ?? { id, ...one }),
            isVerified: false,
            verdicts: verdicts.map((verdict) =>
              'source' in verdict && verdict.source === 'record'
                ? { criterionId: verdict.criterionId, verdict: 'unclear' }
                : verdict,
            ),
          })),
          false,
        ),
        criteria: [...CRITERIA],
      }),
    ]),
  'answered-deep': () =>
    open([
      ask(),
      message('assistant', FOUND, { ...directory(JUDGED, true), criteria: [...CRITERIA] }, 'good'),
    ]),
  criteria: () => {
    const found = JUDGED.map((one) =>
      one.id === 'pilar-quispe'
        ? { ...one, foundBy: { query: 'site:linkedin.com/in trade counsel food imports', page: 1 } }
        : one.id === 'jun-takemura'
          ? { ...one, foundBy: { query: directory([], true).searchQuery, page: 3 } }
          : one,
    );
    const data = { ...directory(found, true), criteria: [...CRITERIA] };
    const answer = message('assistant', FOUND, data);
    const searchQuery = {
      googleSearchQuery: data.searchQuery,
      targetCriteria: { interests: [], experience: [] },
      brief:
        'Counsel for a producer of food and beverages: labelling, licensing and acquisitions, with a degree from Georgetown Law. The work is in Washington, D.C., three days a week. Nobody from Northgate Spirits.',
    };
    return open([ask(), { ...answer, metadata: { ...answer.metadata, searchQuery } }]);
  },
  sensitive: () =>
    open([
      ask('Peruvian lawyers under 30'),
      message('assistant', 'Four people came up.', {
        ...directory(
          JUDGED.slice(0, 4).map(({ verdicts = [], ...one }) => ({ ...one, verdicts: verdicts.slice(0, 1) })),
          true,
        ),
        criteria: [
          { id: 'c1', subject: 'profession', text: 'lawyer', need: 'required' },
          { id: 'c3', subject: 'nationality', text: 'Peruvian', need: 'required' },
          { id: 'c4', subject: 'experience', text: 'under 30', need: 'preferred' },
        ],
        sensitive: ['Peruvian', 'under 30'],
      }),
    ]),
  'no-results': () =>
    open([ask(), message('assistant', 'Nobody came up for this request.', directory([], false))]),
  'no-top-match': () =>
    open([ask(), message('assistant', 'Three people came up, none of them close.', directory(OTHER, false))]),
  odd: () =>
    open([ask('Everything at once 🧪'), message('assistant', 'Seven people.', directory(ODD, true))]),
  many: () => open([ask(), message('assistant', 'Twenty-five people.', directory(MANY, true))]),
  apology: () =>
    open([
      ask(),
      message(
        'assistant',
        searchApology('Failed to search LinkedIn profiles: SerpAPI error: 503 Service Unavailable'),
      ),
    ]),
  failed: () =>
    open([ask(), message('assistant', APOLOGY)], {
      error: { code: 'send-message-error', message: 'Failed to send message' },
    }),
  stopped: () =>
    open([ask()], {
      search: search({
        phase: 'finished',
        outcome: 'stopped',
        steps: DEEP_STEPS,
        profiles: directory(TOP, true),
      }),
    }),
  'several-searches': () => ({
    ...running({ steps: DEEP_STEPS, profiles: directory(TOP, true) }),
    answered: new Set(['chat_three']),
    waiting: {
      chat_one: { content: 'Only those who speak Spanish, in Boston or New York', deepResearch: true },
    },
    elsewhere: {
      chat_two: {
        userId: 'anonymous',
        chatId: 'chat_two',
        messageId: 'msg_two',
        content: 'Early-stage investors',
        deepResearch: false,
        sentAt: Date.now(),
      },
    },
  }),
  versions: () => {
    const found = message('assistant', FOUND, directory([...TOP, ...OTHER], false));
    const only = message('assistant', 'I found 2 people for your request.', {
      ...directory(TOP.slice(0, 2), false),
      criteria: [...CRITERIA],
    });
    const changes = ['Location: Boston added', 'Education: PhD nice to have instead of required'];
    return open([
      withMark(ask('Food lawyers'), { refines: null }),
      withMark(message('assistant', FOUND), { refines: null }),
      withMark(ask(), { refines: null }),
      withMark(found, { refines: null }),
      withMark(ask('Only in Boston, and the PhD is no must'), { refines: found.id }),
      withMark(only, { refines: found.id, changes }),
    ]);
  },
  continued: () => {
    const found = message('assistant', FOUND, directory(TOP, false));
    const more = { refines: found.id, task: 'more' } as const;
    return open([ask(), found, withMark(ask('Find more people'), more)], {
      isLoading: true,
      search: search({
        steps: [step('query-generation', 'completed', 1.6), step('profile-search', 'active', 0)],
        profiles: directory(
          OTHER.map((one) => ({ ...one, scoreSource: 'fallback' })),
          false,
        ),
      }),
    });
  },
  'how-found': () => {
    const found = message('assistant', `${FOUND}\n\n2 profiles could not be verified.`, directory(TOP, true));
    return open([ask(), { ...found, metadata: { ...found.metadata, ...STORY } }]);
  },
  notices: () => ({
    ...EMPTY,
    notices: [
      'Some of the chats stored in this browser could not be read. They were set aside; everything else is here.',
    ],
    error: { code: 'chat-error', message: 'Failed to fetch chats' },
  }),
  'long-chat': () =>
    open(
      Array.from({ length: 1_000 }, (_, turn) => [
        ask(`Question ${turn + 1}: ${QUESTION}`),
        message('assistant', `Answer ${turn + 1}.`, directory([...TOP, ...OTHER], false)),
      ]).flat(),
    ),
};

/** @throws Error if there is no such state */
export function drawState(name: string): ScreenState {
  const make = STATES[name];
  if (make === undefined) throw new Error(`No state is called ${name}`);
  return make();
}
