import type { Criterion } from '#shared/criteria.ts';
import { profileUrlsIn } from '#shared/linkedin-url.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import type { ProfileRecord } from '#shared/results.ts';
import type { Basis } from '#shared/search-request.ts';
import { countryName } from './aliases.ts';
import { readableReason, type SearchDeps } from './context.ts';
import { partsOf } from './criteria.ts';
import { goesOn, SAYS_WHAT_TO_DO } from './follow-up.ts';
import { addressesOf } from './identity.ts';
import { readResult } from './local-reading.ts';
import { bearsOut, mentions, occurrences, wordsOf } from './words.ts';

/*
 * The people whom a request wants others like: 'like number 3', 'people like linkedin.com/in/…'. What is known of them are strangers' words
 * in the call that decides what is searched for, so only those whom the request speaks of are told, and code sees to what comes of it.
 * docs/behaviour.md#people-like-somebody
 */

/** Somebody whom others are to be like. */
export interface Example {
  /** As the query call is told of them. */
  data: Record<string, unknown>;
  /** Everything that is told of them but their name, which is no criterion. */
  facts: readonly string[];
  /** What they do, in a few words; empty where they do not say. */
  role: string;
}

type Person = Basis['people'][number];

const LONGEST_HEADLINE = 100;
const LONGEST_ABOUT = 200;
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

/*
 * What leaves somebody out, right before they are named. Two in a row keep them: 'do not remove number 1', 'hide all except number 1'.
 */
const NEGATES = String.raw`not(?! (?:only|just))|\p{L}*n['’]t|no|never|nobody|nicht|keine?|pas|não`;
const REMOVES = String.raw`drop|remove|delete|hide|skip|ignore|forget|leave out|take out|get rid of|excluding|excludes?|entfern\w*|lösche?|quit[ae]\w*|elimin[ae]\w*|retire\w*|enl[eè]ve\w*|supprime\w*|remov[ae]\w*|tir[ae]`;
const EXCEPTS =
  'except(?: for)?|other than|(?:all|anyone|anybody|every(?:one|body)) but|außer|excepto|menos|salvo|sauf|exceto';
const LACKS = 'without|ohne|sin|sans|sem';
const REPLACES = 'rather than|instead of';
const START = '(?:^|[\\s,;:(])';
const OUT_BEFORE = `${START}(?:(?<negates>${NEGATES}|${LACKS})|(?<removes>${REMOVES})|(?<excepts>${EXCEPTS})|(?<replaces>${REPLACES}))(?:\\s+(?:want|need|include|show|me|see|interested|in|for|about|more|any|anyone|anybody|people|others?|ones?|like|similar to|such as|as|wie|como|comme))*`;
const ARTICLES = /(?:\s*\b(?:the|der|die|den|dem|el|la|al|le|o|a|person|profile|candidate)\b)*\s*["“']?$/iu;
const ENDS_OUT = new RegExp(`${OUT_BEFORE}${ARTICLES.source}`, 'iu');
/** A removing verb that is negated itself; by 'no' only in Spanish, since 'no remove number 1' removes. */
const NEGATED_VERB = new RegExp(
  `${START}(?:(?:not|\\p{L}*n['’]t|never|nicht|não)(?:\\s+(?:ever|please|want|you|to|just|yet))*\\s+(?:${REMOVES})|no\\s+(?:me\\s+)?(?:quit|elimin)\\p{L}*)$`,
  'iu',
);
const ENDS_IN_VERB = new RegExp(`(?:${START}|['’])(?:${REMOVES})$`, 'iu');
/** Whom an exception is from, where these are removed or not wanted themselves: 'remove everybody', 'nobody'. */
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
  /^["”']?(?:\s+(?:one|person|profile|candidate))?\s+(?:(?:is|are) (?:wrong|irrelevant|no (?:good )?(?:fit|match))|(?:is|are)(?:n['’]t| not) (?:an? )?(?:good )?(?:fit|match|relevant|right|suitable)|(?:does|do)(?:n['’]t| not) (?:fit|match|belong))\b/iu;
/** 'Do not leave', of which the rest comes after: 'do not leave number 1 out'. */
const NEGATES_REST = new RegExp(
  `${START}(?:not|\\p{L}*n['’]t|never|nicht|não)(?:\\s+(?:to|want|leave|take|filter|throw|kick|put))*${ARTICLES.source}`,
  'iu',
);

/** Where a request speaks of somebody. */
interface Mention {
  start: number;
  end: number;
}

/** How far the words reach that say what becomes of somebody, in characters: requests are long, and speak of somebody often. */
const REACH = 100;

/** Whether what leaves somebody out is turned round by what stands before it, or asks for more people like them. */
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

/** How somebody is left out at a place where a request speaks of them; 'replaced' where it goes on with who is wanted instead. */
function outAt(request: string, { start, end }: Mention): 'out' | 'replaced' | undefined {
  const before = request.slice(Math.max(0, start - REACH), start).replace(SUGGESTS, '.');
  const after = request.slice(end, end + REACH);
  if (UNFIT_AFTER.test(after)) return 'out';
  if (REMOVED_AFTER.test(after)) return NEGATES_REST.test(before) ? undefined : 'out';
  const found = ENDS_OUT.exec(before);
  if (found === null || isTurnedRound(found, before, after)) return undefined;
  return found.groups?.['replaces'] ? 'replaced' : 'out';
}

const placeOf = ({ start, end }: Mention): string => `${start}-${end}`;

/** The places of those that leave out whom they speak of. */
function outAmong(request: string, all: readonly Mention[]): ReadonlySet<string> {
  const places = new Map(all.map((mention) => [placeOf(mention), mention]));
  const out = new Set<string>();
  let last: { end: number; says: ReturnType<typeof outAt> } = { end: 0, says: undefined };
  for (const [place, mention] of [...places].toSorted(([, a], [, b]) => a.start - b.start)) {
    const { start, end } = mention;
    const joint = last.says === 'replaced' ? JOINS_REPLACED : JOINS;
    const isJoined =
      last.says !== undefined &&
      start - last.end <= REACH &&
      joint.test(request.slice(last.end, start)) &&
      !SAYS_MORE.test(request.slice(end, end + REACH));
    const says = outAt(request, mention) ?? (isJoined ? last.says : undefined);
    if (says !== undefined) out.add(place);
    last = { end, says };
  }
  return out;
}

/** Those of an answer's people of whom a request speaks. */
export interface Meant {
  /** Whom others are to be like: by rank, by name, or all in all. */
  examples: Example[];
  /** Whom it wants to see no more: 'remove number 1', 'not like the second one'. */
  leftOut: { rank: number; person: Person }[];
}

export function peopleMeant(request: string, people: readonly Person[]): Meant {
  const spokenOf = people.map((person, index) => ({
    person,
    rank: index + 1,
    mentions: [...mentionsOfRank(request, index + 1), ...mentionsOfName(request, person)],
  }));
  const out = outAmong(
    request,
    spokenOf.flatMap(({ mentions: all }) => all),
  );
  const leftOut = spokenOf.filter(({ mentions: all }) => all.some((each) => out.has(placeOf(each))));
  const stay = spokenOf.filter((each) => !leftOut.includes(each));
  const meant = stay.filter(({ mentions: all }) => all.length > 0);
  const generic = meant.length === 0 && COMPARES.test(request) ? stay.slice(0, MOST_GENERIC) : meant;
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

/** Where a request names somebody with two of their names at least. */
function mentionsOfName(request: string, { title }: Person): Mention[] {
  const names = wordsOf(nameFromTitle(title)).filter((word) => word.length > 1);
  const named = names.filter((word) => mentions(request, word));
  if (named.length < 2) return [];
  const places = named.flatMap((word) =>
    occurrences(request, word).map(({ before, after }) => ({
      start: before.length,
      end: request.length - after.length,
    })),
  );
  return places.toSorted((a, b) => a.start - b.start).reduce<Mention[]>(withPlace(request), []);
}

/** Places of names with one more, which goes on from the last one where only a space is between. */
const withPlace =
  (request: string) =>
  (places: Mention[], { start, end }: Mention): Mention[] => {
    const last = places.at(-1);
    if (last !== undefined && start > last.end && request.slice(last.end, start).trim() === '')
      last.end = end;
    else places.push({ start, end });
    return places;
  };

function exampleOf({ title, snippet, relevanceScore }: Person, rank: number): Example {
  const headline = readResult({ title, snippet }, { interests: [], experience: [] }).headline.slice(
    0,
    LONGEST_HEADLINE,
  );
  const about = snippet.slice(0, LONGEST_ABOUT);
  const score = relevanceScore === undefined ? {} : { score: Math.round(relevanceScore) };
  const data = { rank, name: nameFromTitle(title), headline, about, ...score };
  return { data, facts: [headline, about], role: roleIn(headline) };
}

const LONGEST_ROLE = 60;

/** What a headline says somebody does, without where. */
const roleIn = (headline: string): string =>
  (headline.split(/\s+(?:at|@|[-–—|·•])\s+/)[0] ?? '').slice(0, LONGEST_ROLE).trim();

const LONGEST_FACT = 100;
const MOST_JOBS = 3;
const MOST_SCHOOLS = 2;

/** A record as the query call is told it: its main facts, without the name. */
function exampleOfRecord(record: ProfileRecord): Example {
  const cut = (text: string | null | undefined) => text?.slice(0, LONGEST_FACT) || undefined;
  const { headline, summary, city, state, country } = record;
  const jobs = record.experiences.slice(0, MOST_JOBS).map(({ title, company, ends_at }) => ({
    title: cut(title),
    company: cut(company),
    ...(ends_at && { isOver: true }),
  }));
  const education = record.education
    .slice(0, MOST_SCHOOLS)
    .map(({ school, degree_name, field_of_study }) => ({
      school: cut(school),
      degree: cut(degree_name),
      field: cut(field_of_study),
    }));
  const data = {
    headline: cut(headline),
    location: [city, state, countryName(country)].filter(Boolean).join(', ') || undefined,
    jobs,
    education,
    summary: summary?.slice(0, LONGEST_ABOUT) || undefined,
  };
  const present = record.experiences.find(({ title, ends_at }) => title && !ends_at);
  return { data, facts: textsIn(data), role: roleIn(present?.title ?? headline ?? '') };
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** A profile that a request names by its address, as far as it could be looked up. */
export interface NamedProfile {
  /** The addresses that the person has or had: they are not to be found themselves. */
  urls: readonly string[];
  /** The request with words in the address's place. */
  request: string;
  /** The request without any address: what it says of others whom people are to be like. */
  rest: string;
  /** Whether the request is a search of its own, not more of what was found before: 'people like …', but 'also like …'. */
  isNewSearch: boolean;
  /** Where the record was read. */
  example?: Example;
  /** Where it was not: why, without a final stop. */
  reason?: string;
  /** What people are told of it, one line. */
  line: string;
}

/** What stands before an address in either case. */
const LIKE = /\b(?:like|similar to|wie|como|comme)\s*$/i;

/** The first profile address in a request with what is known of the person; undefined where there is none. One lookup, which may fail. */
export async function lookUpNamed(
  request: string,
  { providers, signal, log }: SearchDeps,
  show: (line: string) => void,
): Promise<NamedProfile | undefined> {
  const named = profileUrlsIn(request);
  const [first] = named;
  if (first === undefined) return undefined;
  const withWords = (words: string) => named.reduce((text, { match }) => text.replace(match, words), request);
  const known = {
    urls: named.map(({ url }) => url),
    request: withWords('this person'),
    rest: withWords(''),
    isNewSearch: !goesOn(request.slice(0, request.indexOf(first.match)).replace(LIKE, '')),
  };
  const { profileData } = providers;
  const failed = (why: string): NamedProfile => {
    const reason = `${first.match} could not be read (${why})`;
    return { ...known, reason, line: `${reason}, so the search goes on without it` };
  };
  show(`Looking up ${first.match} with ${profileData.label}…`);
  try {
    const record = await profileData.lookUp(first.url, signal);
    if (record === undefined) return failed(`${profileData.label} has no record of it`);
    const addresses = addressesOf(record);
    if (!addresses.includes(first.url)) return failed('the record found is not of this person');
    const example = exampleOfRecord(record);
    const headline = record.headline?.slice(0, LONGEST_FACT);
    const others = named.length > 1 ? '; of several addresses only the first is looked up' : '';
    const line = `Looked up ${first.match} with ${profileData.label}${headline ? `: ${headline}` : ''}${others}`;
    return { ...known, urls: [...known.urls, ...addresses], example, line };
  } catch (error) {
    signal.throwIfAborted();
    log('a named profile could not be looked up', error);
    return failed(readableReason(error));
  }
}

/**
 * What a model made of a request beside strangers' words, as far as these bear it out: a criterion is in the request's own words, or in
 * those of the people it speaks of. Of theirs none excludes anybody, none is a nationality, and all are nice to have, but for what they do
 * where no answer is gone on from. Where the model made nothing of them, what they do counts.
 */
export function bornOut(
  criteria: readonly Criterion[],
  { request, examples, isAlone }: { request: string; examples: readonly Example[]; isAlone: boolean },
): Criterion[] {
  const kept = criteria.flatMap(partsOf).flatMap((each) => {
    if (SAYS_WHAT_TO_DO.test(each.text)) return [];
    if (bearsOut(request, each.text)) return [each];
    const isTheirs = examples.some(({ facts }) => facts.some((fact) => bearsOut(fact, each.text)));
    if (!isTheirs || each.need === 'excluded' || each.subject === 'nationality') return [];
    const need = isAlone && each.subject === 'profession' ? 'required' : 'preferred';
    return [{ ...each, need } satisfies Criterion];
  });
  const role = examples[0]?.role ?? '';
  const isEnough = isAlone ? kept.some(({ need }) => need === 'required') : kept.length > 0;
  const own: Criterion[] =
    isEnough || role === ''
      ? []
      : [{ id: '', subject: 'profession', text: role, need: isAlone ? 'required' : 'preferred' }];
  return [...own, ...kept].map((each, index) => ({ ...each, id: `c${index + 1}` }));
}
