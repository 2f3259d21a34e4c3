import type { Criterion } from '#shared/criteria.ts';
import type { Stated } from '#shared/results.ts';
import { bearsOut, EITHER, nameKeyOf } from '../language/words.ts';

/* The words that a criterion is asked for in: 'Lima or Cusco' are two alternatives, either of which is enough. */

/** In characters; honest answers have shorter ones. */
export const LONGEST_CRITERION = 120;
export const MOST_ALTERNATIVES = 6;

/** The same for texts that differ only in letter case, accents and punctuation. */
export const keyOf = (text: string): string => nameKeyOf(text) || text.toLowerCase();

/** A criterion with only those of its alternatives that stay; undefined where none does. */
export function someOf<Asked extends Stated>(
  asked: Asked,
  stays: (each: Asked) => boolean,
): Asked | undefined {
  const some = alternativesOf(asked).filter(stays);
  return some.length === 0 ? undefined : { ...asked, text: some.map(({ text }) => text).join(EITHER) };
}

export const alternativesOf = <Asked extends Stated>(asked: Asked): Asked[] =>
  asked.text.split(EITHER).map((text) => ({ ...asked, text }));

/** What a request asks for, and how much. */
type Asked = Stated & Pick<Criterion, 'need'>;

/** Those that the request asks for as alternatives as one each: models list 'at Shopify or Amazon' as two. */
export function joinAlternatives(all: readonly Asked[], request: string): Asked[] {
  const joined = [...all];
  for (const list of [...listsAfterOneOf(request, all), ...listsIn(request, all)]) {
    const [first] = list;
    const at = first === undefined ? -1 : joined.indexOf(first);
    const text = list.map((each) => each.text).join(EITHER);
    const isShort = list.length <= MOST_ALTERNATIVES && text.length <= LONGEST_CRITERION;
    if (first === undefined || at === -1 || !isShort || !list.every((each) => joined.includes(each)))
      continue;
    joined[at] = { ...first, text };
    for (const other of list.slice(1)) joined.splice(joined.indexOf(other), 1);
  }
  return joined;
}

const OR = /[\s,](?:(?:and|y|und|et|e)\/)?(?:or|oder|ou|o|u)\s/gi;
const MOST_LISTS = 20;
/** In characters, around an 'or'. */
const LONGEST_SIDE = 200;
const CLAUSE_END = /[.;:!?()\n]/;

const ONE_OF =
  /(?<!\p{L})(?:(?:at least |any )?one(?: or more)? of|(?:any|either) of|(?:mindestens |wenigstens )?eine[srnm]? (?:von|der)|(?:al menos |por lo menos )?un[oa] de|au moins une? (?:de|des|parmi)|pelo menos uma? (?:de|d[oa]s)|almeno un[oa] (?:di|tra))(?: (?:the following|these|those|folgenden|estos|estas|seguintes|seguenti))?\s*:?\s+/giu;
/** Between the parts of such a list; 'and' is before the last one. */
const JOINT =
  /(\s*,\s*(?:(?:and|or|und|oder|y|o|et|ou|e)\s+)?|\s+(?:and\/or|and|or|und|oder|y|o|et|ou|e|&)\s+|\/)/iu;

/** What stands in lists after 'at least one of', in its order. */
const listsAfterOneOf = (request: string, all: readonly Asked[]): Asked[][] =>
  [...request.matchAll(ONE_OF)].slice(0, MOST_LISTS).flatMap(({ 0: opening, index }) => {
    const start = index + opening.length;
    const [clause = ''] = request.slice(start, start + LONGEST_SIDE).split(CLAUSE_END);
    const pieces = clause.split(JOINT);
    const list: Asked[] = [];
    for (let at = 0; at < pieces.length; at += 2) {
      const each = all.find((one) => !list.includes(one) && isNamedAt('beginning', pieces[at] ?? '', one));
      const { subject, need } = list[0] ?? each ?? {};
      if (each === undefined || each.subject !== subject || each.need !== need) break;
      list.push(each);
      if (/\p{L}|&/u.test(pieces[at - 1] ?? '')) break;
    }
    return list.length > 1 ? [list] : [];
  });

/** What stands in lists that end in 'or', in its order. */
function listsIn(request: string, all: readonly Asked[]): Asked[][] {
  return [...request.matchAll(OR)].slice(0, MOST_LISTS).flatMap(({ 0: or, index }) => {
    const before =
      request
        .slice(Math.max(0, index - LONGEST_SIDE), index)
        .split(CLAUSE_END)
        .at(-1) ?? '';
    const after = request.slice(index + or.length).slice(0, LONGEST_SIDE);
    const [following = ''] = after.split(/[,.;:!?()\n]/);
    const last = all.find((each) => isNamedAt('beginning', following, each));
    if (last === undefined) return [];
    const list = [last];
    for (const part of before.replace(/,\s*$/, '').split(',').toReversed()) {
      const each = namedAtEnd(part, all, list);
      if (each === undefined) break;
      list.unshift(each);
      // 'Knows Java, works at Shopify': what has words of its own begins the list.
      if (!bearsOut(each.text, part.replace(OPENING, ''))) break;
    }
    return list.length > 1 ? [list] : [];
  });
}

/** What is asked for like the others of a list, and named at the end of some words; before others what they name in full. */
function namedAtEnd(words: string, all: readonly Asked[], list: readonly Asked[]): Asked | undefined {
  const [like] = list;
  const named = all.filter(
    (each) =>
      !list.includes(each) &&
      each.subject === like?.subject &&
      each.need === like.need &&
      isNamedAt('end', words, each),
  );
  return named.find(({ text }) => bearsOut(words, text)) ?? named[0];
}

const OPENING = /^\s*(?:(?:either|at|in|from|with|for|an?|the|bei|mit|en|de|con|chez|avec|com|em)\s+)*/i;
/** In words. */
const LONGEST_NAME = 4;

/** Whether some words begin or end with a name: in full, or with a part of it in capitals, as 'Stanford'. */
function isNamedAt(where: 'beginning' | 'end', text: string, { text: name }: Asked): boolean {
  const words = text.replace(OPENING, '').replace(/["“”]/g, '').trim().split(/\s+/);
  return Array.from({ length: LONGEST_NAME }, (_, index) => index + 1)
    .map((count) => (where === 'end' ? words.slice(-count) : words.slice(0, count)).join(' '))
    .some((part) => bearsOut(name, part) && (bearsOut(part, name) || /^\p{Lu}/u.test(part)));
}
