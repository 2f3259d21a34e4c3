import { fold, foldWords } from '../text/fold.ts';
import { isStopWord } from '../vocabulary/stop-words.ts';

/** A Google query: every group wants one of its folded phrases; `without` phrases must be absent. */
export type WebQuery = { groups: readonly (readonly string[])[]; without: readonly string[] };

/** Google reads no further words than this. */
const MOST_GROUPS = 32;

type Token = { text: string; quoted: boolean };

function tokenise(query: string): Token[] {
  const pattern = /(-?)"([^"]*)"|[()]|[^\s()"]+/g;
  return [...query.slice(0, 12_000).matchAll(pattern)].map(([whole, minus, phrase]) => {
    return phrase === undefined
      ? { text: whole, quoted: false }
      : { text: `${minus ?? ''}${phrase}`, quoted: true };
  });
}

/** The phrases of a token: a quoted one is one phrase, a bare word without meaning none. */
function phrasesOf(token: Token): string[] {
  if (token.quoted) return [fold(token.text)].filter((phrase) => phrase !== '');
  return foldWords(token.text).filter((word) => !isStopWord(word));
}

/** Reads `site:`, quotes, OR, parentheses and `-`; stop words outside quotes are dropped. */
export function parseQuery(query: string): WebQuery {
  const groups: string[][] = [];
  const without: string[] = [];
  let joins = false;
  for (const token of tokenise(query)) {
    const { text, quoted } = token;
    if (!quoted && (text === '(' || text === ')')) {
      joins = false;
    } else if (!quoted && (text === 'OR' || text === '|')) {
      joins = true;
    } else if (text.startsWith('-') && text.length > 1) {
      without.push(...phrasesOf({ text: text.slice(1), quoted }));
    } else if (quoted || !/^(site|inurl|intitle):/i.test(text)) {
      addPhrases({ groups, phrases: phrasesOf(token), joins });
      joins = false;
    }
  }
  return { groups: groups.slice(0, MOST_GROUPS), without };
}

function addPhrases(options: { groups: string[][]; phrases: readonly string[]; joins: boolean }): void {
  const { groups, phrases, joins } = options;
  const last = groups.at(-1);
  if (joins && last !== undefined) last.push(...phrases);
  else groups.push(...phrases.map((phrase) => [phrase]));
}
