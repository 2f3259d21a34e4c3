import { fold } from '#shared/fold.ts';
import type { Digest, HistoryChat, SeenPerson } from '#shared/history.ts';

/*
 * Finds chats and people by words. All text is in memory and scanned for each word: a thousand chats with a hundred people each are a few
 * megabytes, which the engine's `indexOf` scans faster than a keyboard repeats.
 */

/** Letters and digits; '+' and '#' too, since some languages are written with them. */
const WORD_PATTERN = /[\p{L}\p{M}\p{N}+#]+/gu;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}+#]/u;
/** Scripts without spaces between words, where a match may start anywhere. */
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The distinct words of a query, folded. */
export const wordsOf = (query: string): string[] => [...new Set(fold(query).match(WORD_PATTERN) ?? [])];

/** The first place, from `from` on, where a word of the folded text starts with `word`; -1 if there is none. */
function findWord(text: string, word: string, from = 0): number {
  let at = text.indexOf(word, from);
  while (at > 0 && WORD_CHARACTER.test(text.charAt(at - 1)) && !UNSPACED_SCRIPTS.test(word))
    at = text.indexOf(word, at + 1);
  return at;
}

const hasWord = (text: string, word: string): boolean => findWord(text, word) !== -1;

/** A stretch of a text, and whether it is a match. All stretches joined make up the text. */
export interface Stretch {
  text: string;
  isMatch: boolean;
}

/**
 * Splits a text into stretches, marking those where one of its words starts with one of `words`. Words are found in the folded text, as the
 * search finds them, since folding may change where words begin: 'coŀlegi' becomes 'col·legi'.
 */
export function mark(text: string, words: readonly string[]): Stretch[] {
  const folded = fold(text);
  const matches: { from: number; to: number }[] = [];
  for (const word of words)
    for (let from = findWord(folded, word); from !== -1; from = findWord(folded, word, from + word.length))
      matches.push({ from, to: from + word.length });
  matches.sort((one, other) => one.from - other.from || other.to - one.to);
  const stretches: Stretch[] = [];
  let done = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > done) stretches.push({ text: text.slice(done, to), isMatch });
    done = Math.max(done, to);
  };
  const origins = matches.length === 0 ? [] : originsIn(text);
  for (const { from, to } of matches) {
    add(origins[from]?.start ?? 0, false);
    add(origins[to - 1]?.end ?? 0, true);
  }
  add(text.length, false);
  return stretches;
}

/** A character with the combining marks on it. */
const WITH_MARKS = /\P{M}?\p{M}*/gu;

/** For each code unit of the folded text, the stretch of the text that it comes from: a character with its marks, which are not split. */
const originsIn = (text: string): { start: number; end: number }[] =>
  Array.from(text.matchAll(WITH_MARKS)).flatMap(({ 0: own, index: start }) =>
    Array.from({ length: fold(own).length }, () => ({ start, end: start + own.length })),
  );

interface FoldedPerson {
  person: SeenPerson;
  messageId: string;
  name: string;
  headline: string;
}

interface FoldedChat {
  chat: HistoryChat;
  title: string;
  /** By message id. */
  digests: Map<string, Digest>;
  /** The newest first. */
  requests: { messageId: string; text: string; folded: string }[];
  people: FoldedPerson[];
  /** All folded texts, one per line: rules out most chats in one scan. */
  all: string;
}

/** A matching person in a chat. */
export interface PersonHit {
  person: SeenPerson;
  /** The newest answer with this person. */
  messageId: string;
}

export interface ChatHit {
  chat: HistoryChat;
  /** The request with the most words that the title lacks; undefined if none has any. */
  request: { messageId: string; text: string } | undefined;
  /** The matching people, best first, at most {@link MAX_PEOPLE_PER_CHAT}. */
  people: PersonHit[];
  /** How many more people match. */
  morePeople: number;
}

const MAX_PEOPLE_PER_CHAT = 5;
/** The number of chats returned, however many match. */
export const CHATS_SHOWN = 20;

/** The score of a matching word by where it is found. */
const WEIGHTS = { title: 1_000, request: 100, name: 10, headline: 1 } as const;

/** An updatable index of everything that can be found. */
export class HistoryIndex {
  readonly #chats = new Map<string, FoldedChat>();

  /** Adds or updates a chat. */
  putChat(chat: HistoryChat): void {
    const known = this.#chats.get(chat.id);
    if (known !== undefined && known.chat.title === chat.title) known.chat = chat;
    else {
      const digests = known?.digests ?? new Map<string, Digest>();
      this.#chats.set(chat.id, foldChat(chat, digests));
    }
  }

  /** Adds the digests of messages in known chats, replacing those of the same messages. Costs nothing for a digest that is in it. */
  putDigests(digests: readonly Digest[]): void {
    const changed = new Set<FoldedChat>();
    for (const digest of digests) {
      const known = this.#chats.get(digest.chatId);
      if (known === undefined || known.digests.get(digest.messageId) === digest) continue;
      known.digests.set(digest.messageId, digest);
      changed.add(known);
    }
    for (const { chat, digests: own } of changed) this.#chats.set(chat.id, foldChat(chat, own));
  }

  get(chatId: string): HistoryChat | undefined {
    return this.#chats.get(chatId)?.chat;
  }

  delete(chatId: string): void {
    this.#chats.delete(chatId);
  }

  /** Newest activity first. */
  chats(): HistoryChat[] {
    return [...this.#chats.values()].map(({ chat }) => chat).sort(newestFirst);
  }

  /**
   * The chats in which every word of the query starts a word of the title, of a request, or of one person's name or headline. Best first,
   * ties by newest activity; and the number of chats that match in all.
   * @param hiding ids of answers whose names are hidden, and of their questions: no people are found in chats with one of them, since
   * the answers' continuations are not marked themselves
   */
  find(query: string, hiding: readonly string[] = []): { hits: ChatHit[]; count: number } {
    const words = wordsOf(query);
    if (words.length === 0) return { hits: [], count: 0 };
    const found: { chat: HistoryChat; score: number; view: () => ChatHit }[] = [];
    for (const folded of this.#chats.values()) {
      if (!words.every((word) => hasWord(folded.all, word))) continue;
      const isHiding = hiding.some((id) => folded.digests.has(id));
      const hit = scoreChat(isHiding ? { ...folded, people: [] } : folded, words);
      if (hit !== undefined) found.push(hit);
    }
    found.sort((one, other) => other.score - one.score || newestFirst(one.chat, other.chat));
    return { hits: found.slice(0, CHATS_SHOWN).map(({ view }) => view()), count: found.length };
  }

  /** Canonical profile URLs of the people in other chats' answers, most recently seen first; only from before `before` if given. */
  seenPeople(exceptChatId?: string, before = MAX_TIMESTAMP): Set<string> {
    const others = [...this.#chats.values()].filter(({ chat }) => chat.id !== exceptChatId);
    const answers = others.flatMap(({ digests }) =>
      [...digests.values()].filter(({ timestamp, people }) => people && timestamp < before),
    );
    const newestFirst = answers.sort((one, other) => (one.timestamp < other.timestamp ? 1 : -1));
    return new Set(newestFirst.flatMap(({ people = [] }) => people.map(({ profileUrl }) => profileUrl)));
  }
}

/** Sorts after every timestamp. */
const MAX_TIMESTAMP = '\uffff';

const newestFirst = (one: HistoryChat, other: HistoryChat): number =>
  one.lastMessageAt < other.lastMessageAt ? 1 : one.lastMessageAt > other.lastMessageAt ? -1 : 0;

function foldChat(chat: HistoryChat, digests: Map<string, Digest>): FoldedChat {
  const newestFirst = [...digests.values()].sort((one, other) => (one.timestamp < other.timestamp ? 1 : -1));
  const requests = newestFirst.flatMap(({ messageId, request: text }) =>
    text === undefined ? [] : [{ messageId, text, folded: fold(text) }],
  );
  const people = new Map<string, FoldedPerson>();
  for (const { messageId, people: found = [] } of newestFirst)
    for (const person of found)
      if (!people.has(person.profileUrl))
        people.set(person.profileUrl, {
          ...{ person, messageId },
          ...{ name: fold(person.name), headline: fold(person.headline) },
        });
  const title = fold(chat.title);
  const texts = [...requests.map(({ folded }) => folded), ...[...people.values()].map(textOf)];
  return { chat, title, digests, requests, people: [...people.values()], all: [title, ...texts].join('\n') };
}

const textOf = ({ name, headline }: FoldedPerson): string => `${name}\n${headline}`;

/**
 * Scores a chat; undefined if no single person has all the words that its title and one request lack. That request is the one with the most
 * of the words that the title lacks, the newest on a tie. People are matched only when the chat is shown, unless they are needed for that;
 * and once for all requests that leave the same words over, since a chat may have a thousand requests and tens of thousands of people.
 */
function scoreChat(folded: FoldedChat, words: readonly string[]) {
  const inTitle = words.filter((word) => hasWord(folded.title, word));
  const lacking = words.filter((word) => !inTitle.includes(word));
  const requests = folded.requests
    .map((one) => ({ one, words: lacking.filter((word) => hasWord(one.folded, word)) }))
    .filter(({ words: found }) => found.length > 0)
    .sort((one, other) => other.words.length - one.words.length);
  const tried = new Set<string>();
  for (const request of requests.length > 0 ? requests : [undefined]) {
    const left = lacking.filter((word) => request?.words.includes(word) !== true);
    if (tried.has(left.join(' '))) continue;
    tried.add(left.join(' '));
    const people = () => matchPeople(folded, { words, left });
    const neededPeople = left.length === 0 ? [] : people();
    if (left.length > 0 && neededPeople.length === 0) continue;
    const inRequest = lacking.length - left.length;
    const score =
      inTitle.length * WEIGHTS.title + inRequest * WEIGHTS.request + (neededPeople[0]?.score ?? 0);
    const view = (): ChatHit => {
      const all = left.length === 0 ? people() : neededPeople;
      return {
        chat: folded.chat,
        request: request && { messageId: request.one.messageId, text: request.one.text },
        people: all.slice(0, MAX_PEOPLE_PER_CHAT).map(({ person, messageId }) => ({ person, messageId })),
        morePeople: Math.max(0, all.length - MAX_PEOPLE_PER_CHAT),
      };
    };
    return { chat: folded.chat, score, view };
  }
  return undefined;
}

/** The people whose name or headline has each word that is `left` over, and at least one of `words`; best first. */
function matchPeople(
  { people }: FoldedChat,
  { words, left }: { words: readonly string[]; left: readonly string[] },
) {
  const found: { person: SeenPerson; messageId: string; score: number }[] = [];
  for (const { person, messageId, name, headline } of people) {
    const weigh = (word: string) =>
      hasWord(name, word) ? WEIGHTS.name : hasWord(headline, word) ? WEIGHTS.headline : 0;
    if (!left.every((word) => weigh(word) > 0)) continue;
    const score = words.reduce((sum, word) => sum + weigh(word), 0);
    if (score > 0) found.push({ person, messageId, score });
  }
  return found.sort((one, other) => other.score - one.score);
}
