import { said } from '#shared/clean-text.ts';
import { isFragment, wholeBeginning, withoutEllipsis } from '#shared/fragment.ts';
import { splitTitle, TITLE_SEPARATOR } from '#shared/page-title.ts';
import type { DisplayProfile, FoundProfile, TargetCriteria } from '#shared/results.ts';
import { alternativesIn, FORMER, mentions } from '../language/words.ts';
import { residenceIn, schoolIn } from './residence-and-studies.ts';

/** What a search result itself says about a person. */
export type ReadProfile = Pick<
  DisplayProfile,
  'fullName' | 'headline' | 'location' | 'currentPosition' | 'education' | 'summary' | 'tags'
>;

/** Where a search engine has truncated a text. */
const ELLIPSIS = '(?:\\.{3}|…)';
/** 'View Ana Poma’s profile on', or with its beginning cut off: '... Ana Poma’s profile on'. */
const INVITATION = `(?:View|^${ELLIPSIS}) .{1,80}profile on|(?:Mira el perfil|Veja o perfil|Consultez le profil|Sehen Sie sich das Profil|Vedi il profilo|Bekijk het profiel|Zobacz profil) .{1,80}|(?:Visa|Se|Vis) .{1,80}profil på`;
// The lookbehinds let a match begin only at the start of a run of white space or digits: trying every index of a run takes quadratic time.
const BOILERPLATE = [
  String.raw`(?<!\s)\s*(?:·\s*)?(?:(?:Más|Plus|Mais|\+) de |(?:Più di|Oltre|Mehr als|Meer dan|Over|Över|Mer enn|Mere end|Ponad) )?(?<![\d,.+])[\d,.+]*(?:[ \u00A0\u202F]\d{3})*[ \u00A0](?:(?:connections|followers) on|contactos en|conexões no|relations (?:ou plus )?sur|Kontakte auf|collegamenti su|(?:connecties|volgers) op|(?:kontakter|forbindelser|följare|følgere) på|(?:kontakt(?:ów|y)|obserwujących) (?:na|w(?: serwisie)?)) LinkedIn.*$`,
  String.raw`(?<!\s)\s*·\s*LinkedIn(?:['’]d[ea]|で| 1촌)\s?(?:つながり)?\d[\d,.]*(?:\+|人|명|以上| bağlantı).*$`,
  // A full stop ends the sentence, but not as a thousands separator: 'de 1.000 millones de miembros'.
  String.raw`(?<!\s)\s*(?:·\s*)?(?:${INVITATION}) LinkedIn(?: an)?(?:,(?:[^.…·]|\.(?=\d))*)?(?:\s*[.…]+|(?=\s*·)|$)`,
  String.raw`(?<!\s)\s*·\s*(?:(?<![\d,.+])[\d,.+]+ connections(?: on)?|View .{1,80}['’]s?(?: profile(?: on)?)?) ${ELLIPSIS}$`,
].map((words) => new RegExp(words, 'is'));

/**
 * A snippet without LinkedIn's boilerplate, which is mostly at its end: 'View Ana Poma’s profile on LinkedIn, a professional community of 1
 * billion members.'
 */
export const withoutLinkedIn = (snippet: string): string =>
  BOILERPLATE.reduce((text, words) => text.replace(words, ''), snippet).replace(/^[\s·]+/, '');

/** The labels in snippets, in the likely languages of LinkedIn's pages. */
const LABEL_WORDS = {
  Experience:
    'Experience|Experiencia|Experiência|Expérience|Esperienza|Berufserfahrung|Ervaring|Erfarenhet|Erfaring|Deneyim|Doświadczenie|職歴|経験|경력',
  Education:
    'Education|Educación|Formación|Formação acadêmica|Formação|Formation|Formazione|Ausbildung|Opleiding|Utbildning|Uddannelse|Utdanning|Eğitim|Wykształcenie|学歴|학력',
  Location:
    'Location|Ubicación|Localidade|Localização|Lieu|Località|Standort|Ort|Locatie|Plats|Placering|Sted|Konum|Lokalizacja|場所|所在地|勤務地|위치|지역',
} as const;
export type Label = keyof typeof LABEL_WORDS;
const LABELS: readonly Label[] = ['Experience', 'Education', 'Location'];
/** Japanese pages use a full-width colon. */
const COLON = '\\s?[:：]';
const ANY_LABEL = `(?:${Object.values(LABEL_WORDS).join('|')})${COLON}`;
const LABEL = new RegExp(`(?:^|·|\\s)${ANY_LABEL}`, 'i');
const MAX_TAGS = 6;

/**
 * Reads a search result without a model, by LinkedIn's conventions: the title is "Name - Headline - Company | LinkedIn", and the snippet
 * contains "Experience: … · Education: … · Location: …" in the page's language, or sentences. What is missing or was cut off is an empty
 * string.
 */
export function readResult(
  { title, snippet }: Pick<FoundProfile, 'title' | 'snippet'>,
  criteria: TargetCriteria,
): ReadProfile {
  const text = withoutLinkedIn(snippet);
  const labels = { experience: labelValue(text, 'Experience'), school: labelValue(text, 'Education') };
  const { fullName, headline, place, isCut } = splitTitle(title);
  return {
    fullName,
    headline: isCut ? mendHeadline(headline, Object.values(labels)) : headline,
    location: labelValue(text, 'Location') || residenceIn(text) || place,
    currentPosition: readPosition(headline, isCut, labels),
    education: { school: labels.school || schoolIn(text), degree: '' },
    summary: readSummary(text),
    tags: matchedCriteria(`${headline}\n${text}`, criteria),
  };
}

/** Completes the last name in a truncated headline from the snippet, if possible; otherwise keeps only the complete beginning. */
function mendHeadline(headline: string, names: readonly string[]): string {
  const { role, place } = splitRole(headline.split(TITLE_SEPARATOR).at(-1) ?? '');
  const name = names.find((each) => completes(each, place));
  if (role !== '' && name !== undefined && headline.endsWith(place))
    return headline.slice(0, headline.length - place.length) + name;
  return wholeBeginning(`${headline} …`);
}

/** Whether a name begins with a truncated one. */
const completes = (name: string, rest: string): boolean =>
  rest !== '' && name.toLowerCase().startsWith(rest.toLowerCase());

const FORMER_PLACE_SUFFIX = new RegExp(`[\\s,;(]+(?:${FORMER})\\b.*$`, 'i');

/** Emoji at the end: 'Larkmoor University 💡'. */
const TRAILING_EMOJI =
  /(?<!\s|\p{Extended_Pictographic})(?:\s|\p{Extended_Pictographic}|\u{FE0F}|\u{200D})+$/u;

/** Splits "Engineer at Quipu Works" into role and place. */
function splitRole(part: string): { role: string; place: string } {
  const [, role = part, place = ''] = /^(.+?)\s+(?:at\s+|@\s*)(.+)$/i.exec(part) ?? [];
  return { role, place: place.replace(FORMER_PLACE_SUFFIX, '').replace(TRAILING_EMOJI, '') };
}

/** A label with its value: up to the next middle dot, the next label or the end. */
const labelWithValue = (label: Label) =>
  new RegExp(
    `(?<!\\s)\\s*(?:·\\s*)?(?<=^|[\\s·])(?:${LABEL_WORDS[label]})${COLON}\\s*(.*?)(?=\\s*(?:·|(?<!\\p{L})${ANY_LABEL}|$))`,
    'gisu',
  );
const LABEL_WITH_VALUE: Readonly<Record<Label, RegExp>> = {
  Experience: labelWithValue('Experience'),
  Education: labelWithValue('Education'),
  Location: labelWithValue('Location'),
};

/** The label whose value contains an index of a snippet; undefined after a middle dot, which ends a value. */
export function labelAt(snippet: string, index: number): Label | undefined {
  const before = snippet.slice(0, index).split('·').at(-1) ?? '';
  const last = [...before.matchAll(ALL_LABELS)].at(-1);
  return last && labelBefore(last[0])?.label;
}

/** Each label of a snippet, in the order of the text. */
export const ALL_LABELS = new RegExp(`(?<!\\p{L})${ANY_LABEL}`, 'giu');
const LEADING_LABELS = LABELS.map(
  (label) => [label, new RegExp(`^\\s*(?:${LABEL_WORDS[label]})${COLON}\\s*`, 'iu')] as const,
);

/** The label that a text begins with, and its length. */
export function labelBefore(text: string): { label: Label; length: number } | undefined {
  for (const [label, pattern] of LEADING_LABELS) {
    const found = pattern.exec(text);
    if (found !== null) return { label, length: found[0].length };
  }
  return undefined;
}

/** The value of a label in a snippet; '' if it is missing or cut off. */
function labelValue(snippet: string, label: Label): string {
  const [first] = snippet.matchAll(LABEL_WITH_VALUE[label]);
  const value = first?.[1] ?? '';
  // Removes the sentence's full stop, but not an abbreviation's.
  const whole = said(value.replace(/(\p{L}{4})\.$/u, '$1')) ?? '';
  return /\.{3}|…/.test(whole) || isFragment(whole) ? '' : whole;
}

/** A text without some of its labels and their values, and without labels that say nothing: 'Education: Not specified'. */
export const withoutLabels = (
  snippet: string,
  labels: readonly Label[],
  isLeftOut: (label: Label, value: string) => boolean = () => true,
): string =>
  LABELS.reduce(
    (text, label) =>
      text.replace(LABEL_WITH_VALUE[label], (whole: string, value: string) =>
        (labels.includes(label) && isLeftOut(label, value)) || said(value) === undefined ? '' : whole,
      ),
    snippet,
  ).replace(/^[\s·]+|[\s·]+$/g, '');

const PAST = new RegExp(`(?:^|[\\s,(])(?:${FORMER}|past|retired)(?=[\\s,)-]|$)`, 'i');
/** Whether a role is described as over. */
export const isOver = (role: string): boolean => PAST.test(role);

/** What somebody wants to become, in place of a role: 'Looking for new opportunities'. */
const JOB_SEARCH =
  /^(?:(?:actively )?(?:(?:looking|searching) for|seeking)|open to|in search of|available for|en búsqueda|buscando|em busca|à la recherche|auf der Suche|in cerca)(?!\p{L})/iu;

/** Drops 'en Quipu' or 'bei Quipu'. {@link splitRole} splits at English words only, since these may be part of a role. */
function withoutEmployer(role: string, company: string): string {
  const before = role.slice(0, Math.max(0, role.length - company.length));
  const isLast = company !== '' && role.slice(before.length).toLowerCase() === company.toLowerCase();
  const alone = before.replace(/\s+(?:en|em|na|no|bei|chez|presso|hos|på|bij|w)\s+$/iu, '');
  return isLast && alone !== before ? alone : role;
}

/** The person's company and role: "Role at Company", "Role - Company", or a role together with the snippet's "Experience: Company". */
function readPosition(
  headline: string,
  isCut: boolean,
  { experience, school }: { experience: string; school: string },
): DisplayProfile['currentPosition'] {
  const [first = '', separator, second = '', ...more] = headline.split(TITLE_SEPARATOR);
  const { role, place } = splitRole(first);
  const isFirstCut = isCut && separator === undefined;
  if (isOver(role)) return { title: '', company: '' };
  if (place !== '') {
    const company = isFirstCut ? [experience, school].find((name) => completes(name, place)) : place;
    return { title: role, company: company ?? '' };
  }
  // A headline that is only an employer or school does not contain a role.
  const isRole = !isFirstCut && role !== experience && role !== school && !JOB_SEARCH.test(role);
  const isCompany = separator !== '|' && more.length === 0 && !isCut;
  const company = experience || (isCompany ? second : '');
  return { title: isRole ? withoutEmployer(role, company) : '', company };
}

/** The sentences and facts of a snippet, without a truncated one. */
function readSummary(snippet: string): string {
  const { text, isCut } = withoutEllipsis(snippet);
  if (!isCut) return text;
  const facts = text.split(/\s*·\s*/);
  const last = facts.pop() ?? '';
  const sentences = LABEL.test(last) ? '' : (/^.*[.!?]["”’)]?(?=\s)/su.exec(last)?.[0] ?? '');
  if (facts.length === 0 && sentences === '') return LABEL.test(last) ? '' : `${last}…`;
  return [...facts, sentences].filter((fact) => fact !== '').join(' · ');
}

function matchedCriteria(text: string, criteria: TargetCriteria): string[] {
  const { nationality, profession, education, interests, experience } = criteria;
  const terms = [nationality, profession, education, ...interests, ...experience];
  const found = terms.flatMap((term = '') => alternativesIn(term)).filter((term) => mentions(text, term));
  return [...new Set(found)].slice(0, MAX_TAGS);
}
