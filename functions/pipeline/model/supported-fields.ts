import { said } from '#shared/clean-text.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import { isFragment } from '#shared/fragment.ts';
import { withoutSite } from '#shared/page-title.ts';
import type { DisplayProfile, FoundProfile } from '#shared/results.ts';
import { SCHOOL } from '../criteria/slots.ts';
import { isOver, type ReadProfile, withoutLabels, withoutLinkedIn } from '../evidence/local-reading.ts';
import {
  ALTERNATIVE_SEPARATOR,
  alternativesIn,
  FORMER,
  hasEveryWord,
  mentions,
  occurrences,
} from '../language/words.ts';
import { isPlaceName } from '../places/gazetteer.ts';
import type { FormattedProfile } from './prompts/formatting.ts';

type SupportedFields = Pick<ReadProfile, 'headline' | 'location' | 'currentPosition' | 'education' | 'tags'>;

/**
 * The model's fields, each kept only if the search result supports it as that very field; otherwise the field as read from the result
 * by code. Models take "California" for a company where a title breaks off in "California Institute of Technology".
 */
export function supportedFields(
  formatted: FormattedProfile | undefined,
  found: Pick<FoundProfile, 'title' | 'snippet'>,
  read: ReadProfile,
): SupportedFields {
  const [title, snippet] = [withoutSite(found.title), withoutLinkedIn(found.snippet)];
  const all = `${title} · ${snippet}`;
  const textWithoutLabels = (...removedLabels: Parameters<typeof withoutLabels>[1]) =>
    `${title} · ${withoutLabels(snippet, removedLabels)}`;
  const { headline, location, currentPosition, education, tags = [] } = formatted ?? {};
  const kept = tags.filter((tag) => isKeyword(all, tag) && !isOfName(tag, read.fullName));
  return {
    headline: chooseSupported(headline, (text) => saysWords(all, text), read.headline),
    location: chooseSupported(
      location,
      (place) => saysPlace(textWithoutLabels('Experience', 'Education'), place),
      read.location,
    ),
    currentPosition: {
      title: chooseSupported(
        currentPosition?.title,
        (role) => saysRole(all, role),
        read.currentPosition.title,
      ),
      company: chooseSupported(
        currentPosition?.company,
        (name) => saysName(textWithoutLabels('Education', 'Location'), name),
        read.currentPosition.company,
      ),
    },
    education: {
      school: chooseSupported(
        education?.school,
        (name) => saysName(textWithoutLabels('Experience', 'Location'), name),
        read.education.school,
      ),
      degree: chooseSupported(education?.degree, (degree) => saysWords(all, degree), read.education.degree),
    },
    tags: kept.length > 0 ? kept : read.tags,
  };
}

/** Fills in a missing place or school from a met criterion whose quote contains its words: the card should show what it ticks. */
export function shownFields(
  {
    location = '',
    education = { school: '', degree: '' },
  }: Partial<Pick<DisplayProfile, 'location' | 'education'>>,
  criteria: readonly Criterion[],
  verdicts: readonly Verdict[],
): Pick<DisplayProfile, 'location' | 'education'> {
  const shown = (subject: Criterion['subject'], isOne: (text: string) => boolean): string =>
    criteria
      .filter((each) => each.subject === subject && each.need !== 'excluded')
      .flatMap(({ id, text }) => {
        const verdict = verdicts.find(({ criterionId }) => criterionId === id);
        return verdict?.verdict === 'met'
          ? alternativesIn(text).filter((each) => isOne(each) && mentions(verdict.quote, each))
          : [];
      })
      .at(0) ?? '';
  return {
    location: location || shown('location', isPlaceName),
    education: { ...education, school: education.school || shown('education', (text) => SCHOOL.test(text)) },
  };
}

function chooseSupported(
  text: string | undefined,
  isSupported: (text: string) => boolean,
  otherwise: string,
): string {
  const value = said(text);
  return value !== undefined && !isFragment(value) && isSupported(value) ? value : otherwise;
}

const ELLIPSIS_AFTER = /^[\s,]*(?:\.{3}|…)/;
const isCutIn = (source: string, text: string): boolean =>
  occurrences(source, text).some(({ after }) => ELLIPSIS_AFTER.test(after));

/** A model may reorder the words of a source, but not use text that is cut off there. */
const saysWords = (source: string, text: string): boolean =>
  hasEveryWord(source, text) && !isCutIn(source, text);

const PAST_ROLE = new RegExp(`(?:${FORMER}|retired)[\\s-]+$`, 'i');

function saysRole(source: string, role: string): boolean {
  const places = occurrences(source, role);
  const isPast = places.length > 0 && places.every(({ before }) => PAST_ROLE.test(before));
  return !isOver(role) && !isPast && saysWords(source, role);
}

/** Not 'di', 'des' and 'du', which also come between a role and its company: 'Amministratore Delegato di Luxottica'. */
const NAME_BEFORE = /\s(?:of|de|del|da|do)\s+$/i;
/** 'Politecnico di Milano' */
const PLACE_NAME_BEFORE = /\s(?:of|de|del|des|da|di|do|du)\s+$/i;
/** The continuation of a longer name: a capitalised word that is not one of the snippet's labels, or 'of', 'de' and the like. */
const NAME_AFTER =
  /^\s+(?:(?:&|and)\s+)?(?!(?:Experience|Education|Location|LinkedIn)\b)\p{Lu}|^\s+(?:of|de|del|des|da|di|do|du)\s/u;

/** Whether a source contains a name in full, not just as the start or end of a longer one. */
function saysName(source: string, name: string, nameBefore = NAME_BEFORE): boolean {
  const isWhole = ({ before, after }: { before: string; after: string }) =>
    !nameBefore.test(before) && !NAME_AFTER.test(after);
  return !isCutIn(source, name) && occurrences(source, name).some(isWhole);
}

/** Phrases about where somebody comes from, which is not where they are now. */
const ORIGIN_PHRASE = /\b(?:born|raised|originally|native|grew up)\b.*?(?=,?\s+now\b|[.·;|]|$)/gis;

/** A model may leave out parts of a place, but not add any. */
const saysPlace = (source: string, place: string): boolean =>
  place
    .split(',')
    .map((part) => part.trim())
    .every((part) => part === '' || saysName(source.replace(ORIGIN_PHRASE, ' '), part, PLACE_NAME_BEFORE));

const LABEL_WORDS = /^(?:experience|education|location|connections|followers|linkedin(?: profile)?)$/i;

/** In characters. Anything longer is not a keyword but text that a page told the model to repeat. */
const MAX_TAG_LENGTH = 40;

const isOfName = (tag: string, name: string): boolean => tag.trim() !== '' && hasEveryWord(name, tag);

/** Keywords may be the model's own words, but not a label, a list of alternatives, a URL, or a fragment that the result cuts off. */
const isKeyword = (source: string, tag: string): boolean =>
  tag.length <= MAX_TAG_LENGTH &&
  !/:\S/.test(tag) &&
  !tag.includes(ALTERNATIVE_SEPARATOR) &&
  !LABEL_WORDS.test(tag) &&
  !isFragment(tag) &&
  !(mentions(source, tag) && isCutIn(source, tag));
