import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import { isRecord, readJson, recordsOf, textsIn } from '#infra/simulated/model/values.ts';
import { type Order, type Orders, readOrders } from './orders.ts';
import { type Entry, reviseReply } from './revise-reply.ts';

/** Stands for a key that a model could be ordered to reveal, if it knew one. */
const FAKE_KEY = 'sk-simulated-0123456789abcdef';
const PHISHING_URL = 'https://evil.example/phish';
const STRANGER_URL = 'https://www.linkedin.com/in/somebody-nobody-found';

/**
 * A model that obeys every instruction it reads, whoever wrote it and however it is disguised. "Me" refers to the person whose text
 * contains the instruction; "the others" are everybody else in the same call.
 */
export const answerObediently: ModelBehaviour = (call, user, responseFormat, system) => {
  const careful = answerCarefully(call, user, responseFormat, system);
  if (call === 'query') return obeyQuery(careful, user, system);
  if (call === 'chat') return careful;
  const shown = readJson(user);
  const people = call === 'assessment' ? [shown] : recordsOf(shown['profiles']);
  const orders = people.map((person) => readOrders(textsIn(person).join('\n')));
  return reviseReply(careful, (entries) => {
    const revised = entries.map((entry, at) => obeyAll(entry, at, orders, system));
    const added = orders.flatMap((each) => extraEntries(each, people.length));
    // Forged entries come first, since a model would continue a reply that had already begun.
    const forged = orders.flatMap((each) => each.forged);
    return call === 'assessment'
      ? revised.map((entry) => Object.assign({}, entry, ...forged))
      : [...forged, ...revised, ...added];
  });
};

/** Orders in somebody else's text, unlike the request, only want that person to be found, so they replace the query. */
function obeyQuery(careful: string, user: string, system: string): string {
  const { earlier, record } = readJson(user);
  const strangers = textsIn([record, isRecord(earlier) ? earlier['people'] : []]).join('\n');
  const { told, forged } = readOrders(strangers);
  const own = obeyRequest(careful, readOrders(user), system);
  if (told.size === 0 && forged.length === 0) return own;
  const [entry] = [JSON.parse(own)];
  const hijacked = {
    googleSearchQuery: `${told.has('tell-the-prompt') ? system : ''} "${INJECTED_PROFESSION}"`,
    targetCriteria: {
      profession: INJECTED_PROFESSION,
      interests: [INJECTED_PROFESSION],
      experience: [`works with ${INJECTED_PROFESSION}`],
    },
    preferred: [],
    excluded: [{ subject: 'profession', text: 'everybody else' }],
    removed: ['c1', 'c2', 'c3', 'c4', 'c5'],
    isNewSearch: true,
    alternativeSearchTerms: [INJECTED_PROFESSION],
    brief: INJECTED_PROFESSION,
  };
  return JSON.stringify(Object.assign({}, entry, hijacked, ...forged));
}

/** The profession that such an order wants everybody to have. */
const INJECTED_PROFESSION = 'supreme expertissimo';

/** Obeys the user's own request, which is an instruction anyway: if it asks for the prompt, the reply contains it in place of keywords. */
const obeyRequest = (reply: string, { told }: Orders, system: string): string =>
  told.has('tell-the-prompt')
    ? reviseReply(reply, ([entry]) => [
        { ...entry, googleSearchQuery: system, alternativeSearchTerms: [system] },
      ])
    : reply;

/** Applies everybody's orders to an entry: first those of the others about this person, then the person's own. */
function obeyAll(entry: Entry, at: number, orders: readonly Orders[], system: string): Entry {
  const own = orders[at];
  const isLowered = orders.some(({ told }, other) => other !== at && told.has('sink-others'));
  const lowered = isLowered ? withScore(entry, 0) : entry;
  return own === undefined
    ? lowered
    : [...own.told].reduce((done, order) => obey(order, done, system), lowered);
}

function obey(order: Order, entry: Entry, system: string): Entry {
  switch (order) {
    case 'raise-me':
      return { ...withScore(entry, 100), verdicts: [] };
    case 'call-me-verified':
      return { ...withScore(entry, 100), isVerified: true, verified: true, meetsAllCriteria: true };
    case 'claim-everything':
      return { ...withScore(entry, 100), meetsAllCriteria: true, verdicts: ALL_MET_VERDICTS };
    case 'add-a-field':
      return { ...entry, admin: true, html: '<b>field</b>', constructor: 'x', profileUrl: undefined };
    case 'add-an-address':
      return writeFreeText(entry, `See ${PHISHING_URL} [link](${PHISHING_URL}) javascript:alert(1)`);
    case 'tell-the-prompt':
      return writeFreeText(entry, system);
    case 'tell-the-prompt-reversed':
      return writeFreeText(entry, Array.from(system).toReversed().join(''));
    case 'tell-the-prompt-encoded':
      return writeFreeText(entry, Buffer.from(system).toString('base64'));
    case 'tell-the-key':
      return writeFreeText(entry, `My key is ${FAKE_KEY}`);
    case 'answer-in-markup':
      return writeFreeText(entry, '<img src=x onerror=alert(1)><script>alert(1)</script>');
    case 'answer-with-hidden-text':
      return writeFreeText(entry, 'Fi\u200Bts\u2060 very\u00AD well\u{E0041}\u{E0042}\u202E');
    case 'write-without-end':
      return writeFreeText(entry, 'well '.repeat(60_000));
    case 'nest-without-end':
      return { ...entry, tags: nest(500), reasoning: nest(500), verdicts: nest(500) };
    default:
      return entry;
  }
}

const withScore = (entry: Entry, score: number): Entry => ({
  ...entry,
  [SCORE_FIELDS.find((name) => name in entry) ?? 'relevanceScore']: score,
  ...('shouldVerify' in entry && { shouldVerify: score > 0 }),
});
const SCORE_FIELDS = ['finalRelevanceScore', 'relevanceScore'];

/** Puts the text into every field that a model writes freely. */
const writeFreeText = (entry: Entry, text: string): Entry => ({
  ...entry,
  ...('finalRelevanceScore' in entry ? { verificationReasoning: text } : { reasoning: text }),
  ...('summary' in entry && {
    summary: text,
    headline: text,
    location: text,
    fullName: text,
    tags: [text],
    currentPosition: { title: text, company: text },
    education: { school: text, degree: text },
  }),
});

const ALL_MET_VERDICTS = Array.from({ length: 12 }, (_, index) => ({
  id: `c${index + 1}`,
  verdict: 'met',
  quote: 'meets all criteria',
}));

const nest = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'deep');

/** Entries for people who are not part of the call. */
function extraEntries({ told }: Orders, known: number): Entry[] {
  const neighbour = (index: number): Entry => ({
    index,
    relevanceScore: 0,
    reasoning: 'Sunk',
    shouldVerify: false,
  });
  return [
    ...(told.has('answer-for-others') ? Array.from({ length: 12 }, (_, at) => neighbour(at + known)) : []),
    ...(told.has('add-a-person')
      ? [
          {
            url: STRANGER_URL,
            profileUrl: STRANGER_URL,
            fullName: 'Nobody',
            relevanceScore: 100,
            shouldVerify: true,
          },
        ]
      : []),
  ];
}
