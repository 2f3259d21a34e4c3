import { nameFromTitle } from '#shared/page-title.ts';
import type { Basis } from '#shared/search-request.ts';
import { mentions, placesIn, wordsOf } from '../language/words.ts';
import { type Example, exampleOf } from './examples.ts';

/* Which of an answer's people a request mentions, and whether it wants others like them or rejects them. */

type Person = Basis['people'][number];

const MOST_GENERIC = 5;

const ORDINALS: readonly RegExp[] = [
  /\b(?:first|erste[nrs]?|primer[oa]?|premi(?:er|ère)|primeir[oa])\b/i,
  /\b(?:second|zweite[nrs]?|segund[oa]|deuxième)\b/i,
  /\b(?:third|dritte[nrs]?|tercer[oa]?|troisième|terceir[oa])\b/i,
];
const RANK =
  /(?:\b(?:number|no\.?|nr\.?|nummer|número|numero|numéro|rank|person|profile|candidate)\s*|#\s*)(\d{1,2})\b/giu;
/** What may begin a comparison with people who are not named. */
const COMPARES =
  /\b(?:like|similar to|resembl\w+|same (?:\w+ ){0,2}as|such as|wie|ähnlich\w*|como|parecid[oa]s?|comme|similaires?)\s+(?:(?:the|die|den|der|los|las|les|os|as)\s+)?(?:these|those|them|him|her|this|that|ones?|top|best|people (?:above|here)|diese\w*|besten|estos|estas|mejores|ceux|celles|esses|estes)\b/iu;

/** Whoever was named last: 'isn't available, find someone like her'. */
const COMPARES_ONE = /\b(?:him|her|this|that|this person|them)\b/i;

/*
 * Words that leave somebody out, right before the mention. Two in a row keep them: 'do not remove number 1', 'hide all except number 1'.
 */
const NOT = String.raw`not(?! (?:only|just))|\p{L}*n['’]t|never|nicht(?! (?:nur|bloß))|pas(?! (?:seulement|uniquement|que))|não(?! (?:só|apenas|somente))`;
/** 'No' right before somebody may be Portuguese for 'in the': 'baseado no número 3'. */
const NEGATES = String.raw`${NOT}|no(?!\s*["“']?$)|nobody|keine?`;
const REMOVES = String.raw`drop|remove|delete|hide|skip|ignore|forget|leave out|take out|get rid of|excluding|excludes?|entfern\w*|lösche?|quit[ae]\w*|elimin[ae]\w*|retire\w*|enl[eè]ve\w*|supprime\w*|remov[ae]\w*|tir[ae]`;
const EXCEPTS =
  'except(?: for)?|other than|(?:all|anyone|anybody|every(?:one|body)) but|außer|excepto|menos|salvo|sauf|exceto';
const LACKS = 'without|ohne|sin|sans|sem';
const REPLACES = 'rather than|instead of';
const START = '(?:^|[\\s,;:(])';
const OUT_BEFORE = `${START}(?:(?<negates>${NEGATES}|${LACKS})|(?<removes>${REMOVES})|(?<excepts>${EXCEPTS})|(?<replaces>${REPLACES}))(?:\\s+(?:want|need|quiero|gustan?|quero|gosto|veux|include|show|me|see|interested|in|for|about|more|más|mais|any|anyone|anybody|people|others?|ones?|like|similar to|such as|as|wie|como|comme))*`;
const ARTICLES =
  /(?:\s*\b(?:the|der|die|den|dem|el|la|al|le|du|o|a|do|person|profile|candidate)\b)*\s*["“']?$/iu;
const ENDS_OUT = new RegExp(`${OUT_BEFORE}${ARTICLES.source}`, 'iu');
/** A removing verb that is negated itself; by 'no' only in Spanish, since 'no remove number 1' removes. */
const NEGATED_VERB = new RegExp(
  `${START}(?:(?:not|\\p{L}*n['’]t|never|nicht|não)(?:\\s+(?:ever|please|want|you|to|just|yet))*\\s+(?:${REMOVES})|no\\s+(?:me\\s+)?(?:quit|elimin)\\p{L}*)$`,
  'iu',
);
const ENDS_IN_VERB = new RegExp(`(?:${START}|['’])(?:${REMOVES})$`, 'iu');
/** Right before an exception, what rejects everybody else: 'remove everybody', 'nobody'. */
const REMOVES_OTHERS = new RegExp(
  `${START}(?:${NEGATES}|(?<removes>${REMOVES}))(?:\\s+(?!(?:${REMOVES}|and|but|then|und|aber|y|pero|et|mais|e|mas)(?:\\s|$))[^\\s,.;:!?]+){0,6},?$`,
  'iu',
);
/** A negation that asks for something: 'why not more like number 2?' */
const SUGGESTS =
  /(?<!\p{L})(?:why (?:not|do(?:n['’]t| not) (?:you|we))|(?:ca|could|would|wo)n['’]t you|(?:are|is) there (?:no|not|nobody)|(?:are|is)n['’]t there|there (?:are|is) (?:no|not|nobody)|warum nicht|gibt es (?:keine?|nicht)|por qu[eé] no|no hay|por que não|não há|pourquoi pas)(?!\p{L})/giu;
const NO_MORE = /\bno more\b/i;
const IN_QUESTION = /^[^.!;\n?]*\?/;

/** Between two who are left out in the same breath, 'number 1 and number 2', or between two names of one. */
const joins = (between: string) =>
  new RegExp(`^["”']?\\s*(?:${between}\\b(?:and|or|nor|und|oder|y|et|ou|e)\\b)?${ARTICLES.source}`, 'iu');
const JOINS = joins(',|&|');
/** After 'instead of' what a comma comes before is what is wanted: 'instead of number 1, number 3'. */
const JOINS_REPLACED = joins('&|');
const SAYS_MORE = /^\s+(?:is|are|was|looks?|seems?|fits?)\b/i;
/** And right after them: 'leave number 1 out', 'number 1 does not fit'. */
const REMOVED_AFTER =
  /^["”']?(?:\s+(?:one|person|profile|candidate))?\s+(?:out|away|raus|weg|entfernen|löschen)\b/iu;
const UNFIT_AFTER =
  /^["”']?(?:\s+(?:one|person|profile|candidate))?\s+(?:(?:is|are) (?:wrong|irrelevant|(?:no (?:good )?|an? (?:bad|poor|wrong) )(?:fit|match))|(?:is|are)(?:n['’]t| not) (?:an? )?(?:good )?(?:fit|match|relevant|right|suitable)|(?:does|do)(?:n['’]t| not) (?:fit|match|belong)|pass(?:t|en) nicht|no encajan?|não encaixam?|ne convien(?:nen)?t pas)\b/iu;
/**
 * A negation that does not clearly leave out the person mentioned, but is no praise either: 'I am not sure about number 1', 'number 1 isn't
 * what I want'. After a word that compares it may be about the others: 'not as senior as number 1'.
 */
const DOUBTS_BEFORE = new RegExp(`${START}(?:${NOT})\\s|^\\s*no\\s+["“']?$`, 'iu');
const COMPARES_BEFORE = new RegExp(
  `\\b(?:like|similar to|as|than|wie|als|como|que|comme)${ARTICLES.source}`,
  'iu',
);
/** After these words, too, a negation behind the mention is about the others: 'close to number 1 that are not in Lima'. */
const RESEMBLES_BEFORE = new RegExp(
  `\\b(?:close(?:r|st)? to|resembl\\w+|comparable (?:to|with)|akin to|near)${ARTICLES.source}`,
  'iu',
);
const DOUBTS_AFTER = new RegExp(
  `^["”']?\\s+(?:(?:no|não|ne)\\s|\\p{L}*n['’]t(?!\\p{L})|(?:${NOT}|no)\\s*$|(?:[^\\s]+\\s+){1,3}(?:${NOT}|no)(?!\\p{L}))`,
  'iu',
);
const CLAUSE_ENDS = /[,.;:!?\n]|\s(?:and|but|just|und|aber|sondern|y|pero|sino|e|mas|et|mais)\s/iu;

/** 'Do not leave', of which the rest comes after: 'do not leave number 1 out'. */
const NEGATES_REST = new RegExp(
  `${START}(?:not|\\p{L}*n['’]t|never|nicht|não)(?:\\s+(?:to|want|leave|take|filter|throw|kick|put))*${ARTICLES.source}`,
  'iu',
);

/** Where a request mentions somebody. */
interface Mention {
  start: number;
  end: number;
}

/** In characters: how far from a mention the words may be that leave somebody out. Requests may be long and mention people often. */
const REACH = 100;

/** Whether the words that leave somebody out are themselves negated, or ask for more people like them. */
function isTurnedRound(found: RegExpExecArray, before: string, after: string): boolean {
  const rest = before.slice(0, found.index);
  const { removes, excepts } = found.groups ?? {};
  if (removes) return NEGATED_VERB.test(`${rest} ${removes}`);
  if (!excepts) return ENDS_IN_VERB.test(rest) || (NO_MORE.test(found[0]) && IN_QUESTION.test(after));
  const others = REMOVES_OTHERS.exec(rest);
  if (others === null) return false;
  const verb = others.groups?.['removes'];
  return !verb || !NEGATED_VERB.test(`${rest.slice(0, others.index)} ${verb}`);
}

/** How a mention rejects somebody: 'replaced' if whoever follows is wanted instead, 'doubted' if only nobody like them is. */
type Rejection = 'out' | 'replaced' | 'doubted';

function rejectionAt(
  request: string,
  { start, end }: Mention,
  next: number | undefined,
): Rejection | undefined {
  const before = request.slice(Math.max(0, start - REACH), start).replace(SUGGESTS, '.');
  const after = request.slice(end, end + REACH);
  if (UNFIT_AFTER.test(after)) return 'out';
  if (REMOVED_AFTER.test(after)) return NEGATES_REST.test(before) ? undefined : 'out';
  const found = ENDS_OUT.exec(before);
  if (found !== null) {
    if (isTurnedRound(found, before, after)) return undefined;
    return found.groups?.['replaces'] ? 'replaced' : 'out';
  }
  const own =
    next === undefined ? after : request.slice(end, Math.min(end + REACH, next)).replace(ENDS_OUT, '');
  return isDoubted(before, own) ? 'doubted' : undefined;
}

/** Whether the clause negates something of whom it mentions. */
function isDoubted(before: string, after: string): boolean {
  const [own = ''] = after.split(CLAUSE_ENDS, 1);
  return (
    !COMPARES_BEFORE.test(before) &&
    (DOUBTS_BEFORE.test(before.split(CLAUSE_ENDS).at(-1) ?? '') ||
      (!RESEMBLES_BEFORE.test(before) && DOUBTS_AFTER.test(own)))
  );
}

const placeOf = ({ start, end }: Mention): string => `${start}-${end}`;

/** The mentions that reject somebody, by their places. */
function rejectionsAmong(request: string, all: readonly Mention[]): ReadonlyMap<string, Rejection> {
  const places = new Map(all.map((mention) => [placeOf(mention), mention]));
  const inOrder = [...places].toSorted(([, a], [, b]) => a.start - b.start);
  const rejections = new Map<string, Rejection>();
  let last: { end: number; says: Rejection | undefined } = { end: 0, says: undefined };
  for (const [index, [place, mention]] of inOrder.entries()) {
    const { start, end } = mention;
    const joint = last.says === 'replaced' ? JOINS_REPLACED : JOINS;
    const isJoined =
      last.says !== undefined &&
      start - last.end <= REACH &&
      joint.test(request.slice(last.end, start)) &&
      !SAYS_MORE.test(request.slice(end, end + REACH));
    const says =
      rejectionAt(request, mention, inOrder[index + 1]?.[1].start) ?? (isJoined ? last.says : undefined);
    if (says !== undefined) rejections.set(place, says);
    last = { end, says };
  }
  return rejections;
}

/** Those of an answer's people whom a request mentions. */
export interface Meant {
  /** Whom others are to be like: by rank, by name, or the best of them ('like these'). */
  examples: Example[];
  /** People the request rejects: 'remove number 1', 'not like the second one'. */
  leftOut: { rank: number; person: Person }[];
}

export function peopleMeant(request: string, people: readonly Person[]): Meant {
  const spokenOf = people.map((person, index) => ({
    person,
    rank: index + 1,
    mentions: [...mentionsOfRank(request, index + 1), ...mentionsOfName(request, person)],
  }));
  const rejections = rejectionsAmong(
    request,
    spokenOf.flatMap(({ mentions: all }) => all),
  );
  const rejectionsOf = ({ mentions: all }: (typeof spokenOf)[number]) =>
    all.map((each) => rejections.get(placeOf(each)));
  const leftOut = spokenOf.filter((each) =>
    rejectionsOf(each).some((says) => says === 'out' || says === 'replaced'),
  );
  const stay = spokenOf.filter((each) => rejectionsOf(each).every((says) => says === undefined));
  const meant = stay.filter(({ mentions: all }) => all.length > 0);
  const doubted = spokenOf.filter((each) => {
    const says = rejectionsOf(each);
    return says.includes('doubted') && says.every((one) => one === undefined || one === 'doubted');
  });
  const others = doubted.length > 0 && COMPARES_ONE.test(request) ? doubted : stay;
  const generic = meant.length === 0 && COMPARES.test(request) ? others.slice(0, MOST_GENERIC) : meant;
  return { examples: generic.map(({ person, rank }) => exampleOf(person, rank)), leftOut };
}

function mentionsOfRank(request: string, rank: number): Mention[] {
  const numbered = [...request.matchAll(RANK)].filter(([, number]) => Number(number) === rank);
  const ordinal = ORDINALS[rank - 1];
  const ordered = ordinal === undefined ? [] : [...request.matchAll(ofPeople(ordinal))];
  return [...numbered, ...ordered].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));
}

/** 'The second one', not 'second language'. */
const ofPeople = (ordinal: RegExp): RegExp =>
  new RegExp(
    `(?<=(?:\\bthe|\\bwie|\\bder|\\bdie|\\bden|\\bdem|\\bel|\\bal|\\bla|\\ble|\\bo|\\ba)\\s+)${ordinal.source}(?:\\s+(?:one|person|profile|candidate|match|result|hit|in the list)\\b|(?=\\s*[,.;!?]|\\s*$))`,
    'giu',
  );

/** Where a request names somebody by at least two of their names. */
function mentionsOfName(request: string, { title }: Person): Mention[] {
  const names = wordsOf(nameFromTitle(title)).filter((word) => word.length > 1);
  const named = names.filter((word) => mentions(request, word));
  if (named.length < 2) return [];
  const places = named.flatMap((word) => placesIn(request, word));
  return places.toSorted((a, b) => a.start - b.start).reduce<Mention[]>(withPlace(request), []);
}

/** Adds a place, as part of the last one if only a space is between. */
const withPlace =
  (request: string) =>
  (places: Mention[], { start, end }: Mention): Mention[] => {
    const last = places.at(-1);
    if (last !== undefined && start > last.end && request.slice(last.end, start).trim() === '')
      last.end = end;
    else places.push({ start, end });
    return places;
  };
