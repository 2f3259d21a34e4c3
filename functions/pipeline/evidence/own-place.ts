import { DEGREE, ROLE, SCHOOL } from '../criteria/slots.ts';
import { blank } from '../language/words.ts';
import { isPlaceName } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesIn } from '../places/whereabouts.ts';
import { EMPLOYER, EVERY_NAME, ORGANISATION } from './organisations.ts';

/* Which words of a sentence say where the person is or comes from: the place in a company's name is not where they live. */

/** Words that describe a person even without a role: 'Peruvian Citizen', 'Proud Italian Mom'. */
const PERSON_WORD =
  /\b(?:citizens?|nationals?|nationality|native|born|raised|based|origins?|roots|descent|heritage|background|passport|expat|mom|mum|dad|girl|guy|boy|lady|chef|cook|coach|lead|dev|vp|phd|mba|head|nerd|geek|living|area|region|province|metro|metropolitan|county|city|office|branch)\b/iu;

/** A role may continue in lower case: 'Peruvian Data scientist'. */
const NEXT_WORDS = /^(?:\s\p{Ll}\p{L}*){1,2}/u;

/** Places and peoples that are also given names. */
const GIVEN_NAMES = new Set(
  'adelaide america asia aurora austin brooklyn carolina chad charlotte chelsea china dakota dallas devon florence geneva georgia german houston india israel jordan kenya lincoln london lourdes madison montana paris phoenix santiago savannah siena sydney valencia victoria vienna virginia'.split(
    ' ',
  ),
);
/** Surnames that end like roles. */
const SURNAME =
  /^(?:Alexander|Archer|Baker|Barber|Bauer|Becker|Butler|Carpenter|Carter|Cooper|Farmer|Fischer|Fisher|Foster|Fuller|Gardner|Harper|Hoover|Hunter|Keller|Mercer|Meyer|Miller|M[uü]ller|Palmer|Parker|Porter|Potter|Sawyer|Schneider|Singer|Snyder|Spencer|Taylor|Tucker|Turner|Tyler|Wagner|Walker|Weaver|Weber|Wheeler)$/u;

/** Whether a name that contains a people or country is not a person's role or origin: 'Swiss Re', 'Finn Larsen', 'Chad Smith'. */
function isUnrelatedName(name: string, after: string): boolean {
  const words = name.split(/\s+/);
  const isOrigin = (word: string) => isPlaceName(word) || nationalitiesIn(word).size > 0;
  const at = words.findIndex(isOrigin);
  const rest = words.slice(at + 1).filter((word) => /^\p{Lu}/u.test(word));
  if (at === -1 || rest.length === 0 || isPlaceName(name) || rest.some(isOrigin)) return false;
  if (GIVEN_NAMES.has(words[at]?.toLowerCase() ?? '') && SURNAME.test(rest[0] ?? '')) return true;
  const said = [...rest, NEXT_WORDS.exec(after)?.[0] ?? ''].join(' ');
  return !ROLE.test(said) && !PERSON_WORD.test(said);
}

/** 'Works with partners in Peru' */
const OTHERS_IN_PLACE =
  /\b(?:partners|clients|customers|markets|projects|teams|colleagues|suppliers|investors|communities)\s+(?:in|from|across|throughout)\b.*?(?=,?\s+(?:now|based|living|lives?)\b|[.;|·]|$)/gisu;

/** Where somebody is not yet, or only wants to be: 'Moving to Berlin next year', 'open to roles in Berlin'. */
const FUTURE_PLACE =
  /\b(?:(?:relocat(?:e|ing|ion)|mov(?:e|ing))\s+to|(?:open to|looking for|seeking)\s(?:\p{L}+\s){0,4}in)\b.*?(?=,?\s+(?:now|currently|based|living|lives?)\b|[.;|·]|$)/gisu;

/** Country codes that mean something else in headlines unless a place precedes them: 'Head of Finance, IT', 'AI | ML'. */
const AMBIGUOUS_COUNTRY_CODE =
  /(?<![\p{L}\p{N}])(?:AE|AI|AM|BA|BD|BI|CI|CV|CX|DJ|ER|GM|GP|HR|IT|MC|ML|NP|PE|PM|PR|PT|QA|SE|TV|VC)(?![\p{L}\p{N}])/gu;

/** Whether a place and a comma come right before an index: 'Milan, IT'. */
function isAfterPlace(text: string, at: number): boolean {
  const [place = '', rest] = text.slice(0, at).split(',').slice(-2);
  return rest?.trim() === '' && countriesIn(place).size > 0;
}

/** 'Berlin → Lisbon' */
const ARROW = /\s*(?:[→➔➜➡⇒⟶]\uFE0F?|[-=]{1,3}>)\s*/u;
const CLAUSES = /[^.;|·()]+/gu;

/** Blanks the places that an arrow says somebody has left for another. */
const withoutPlacesLeft = (sentence: string): string =>
  sentence.replaceAll(CLAUSES, (part) => {
    const places = part.split(ARROW);
    const last = places.at(-1) ?? '';
    return places.length > 1 && countriesIn(last).size > 0
      ? blank(part.slice(0, part.length - last.length)) + last
      : part;
  });

/** Where somebody used to be: 'Moved from Spain to Peru', 'From Lima to Berlin', 'formerly in Berlin', 'Studied in Berlin'. */
const FORMER_PLACE =
  /(?<!\p{L})(?:(?:[Mm]oved|[Rr]elocated|[Tt]ransferred|[Cc]ame|[Ee]migrated)\s(?:\p{Ll}+\s)?from|[Ff]rom(?=\s\p{Lu}[^.,;|·()]{0,40}\sto\s\p{Lu})|(?:[Ff]ormerly|[Pp]reviously|[Uu]sed to (?:be|live|work)|(?:[Ww]orked|[Ss]tudied)(?!.*\bsince\b))(?:\s(?:based|living|working))?\sin|(?:[Ff]ormerly|[Pp]reviously)(?=\s\p{Lu}))\s.*?(?=\sto\s|,?\s+(?:and\s)?(?:now|currently|today|based|living|lives?)\b|[.,;|·()]|$)/gsu;

const STATE_CODE = /(?<=,\s+)[A-Z]{2,3}(?![\p{L}\p{N}])/gu;
/** In characters: how much text before the letters is examined. */
const MAX_TOWN_LENGTH = 60;
const BEFORE_TOWN = /.*(?:[;|·()]|\s[-–—]\s|(?<=\p{L}{3})\.\s|,\s(?=.*,))/su;
const TOWN = /^(?<before>.*?)(?<town>\p{Lu}[\p{L}\p{M}.'’-]*(?:\s\p{Lu}[\p{L}\p{M}.'’-]*){0,3}),\s+$/su;
const TOWN_PREPOSITION = /(?:^|\s)(?:[Ii]n|[Nn]ear|[Ff]rom|[Tt]o|[Aa]round|of)\s(?:[Gg]reater\s)?$/;

/** Blanks letters that do not follow a town and so are not a state's: 'Nurse, OR', 'Anna Baker, MA'. */
const withoutNonStateCodes = (sentence: string): string =>
  sentence.replaceAll(STATE_CODE, (letters, at: number) => {
    const before = sentence
      .slice(Math.max(0, at - MAX_TOWN_LENGTH), at)
      .replace(BEFORE_TOWN, '')
      .trimStart();
    const { before: lead = '', town = '' } = TOWN.exec(before)?.groups ?? {};
    const isNamed =
      TOWN_PREPOSITION.test(lead) ||
      town.split(' ').some((_, from, all) => isPlaceName(all.slice(from).join(' ')));
    const isAlone = lead === '' && /\p{Ll}/u.test(town) && !ROLE.test(town) && !DEGREE.test(letters);
    return town !== '' && (isNamed || isAlone) ? letters : blank(letters);
  });

/** The part of a sentence that says where somebody is or comes from. */
export const placeWordsIn = (sentence: string, subject: 'location' | 'nationality'): string =>
  withoutNonStateCodes(
    subject === 'location'
      ? withoutPlacesLeft(sentence).replaceAll(FUTURE_PLACE, blank).replaceAll(FORMER_PLACE, blank)
      : sentence,
  )
    .replaceAll(OTHERS_IN_PLACE, blank)
    // Schools stay, with their whole name: they are recognised later as not being a place, 'University of California, San Diego'.
    .replaceAll(EMPLOYER, (name) => (isPlaceName(name) || SCHOOL.test(name) ? name : blank(name)))
    .replaceAll(EVERY_NAME, (name, at: number, text: string) =>
      // For a location, only names that may be a person's: 'Lima Office' is where somebody is.
      (subject === 'nationality' || GIVEN_NAMES.has(name.replace(/\s.*/s, '').toLowerCase())) &&
      isUnrelatedName(name, text.slice(at + name.length))
        ? blank(name)
        : name.replace(ORGANISATION, blank),
    )
    .replaceAll(AMBIGUOUS_COUNTRY_CODE, (letters, at: number, text: string) =>
      isAfterPlace(text, at) ? letters : blank(letters),
    );
