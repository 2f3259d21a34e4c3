import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { saysOtherwise } from '../criteria/criterion-match.ts';
import { DEGREE, SCHOOL, type Slot } from '../criteria/slots.ts';
import { asksNow } from '../criteria/wording.ts';
import { linesSaidBy } from '../language/synonyms.ts';
import { nameKeyOf } from '../language/words.ts';
import { isPlaceName, writtenPlace } from '../places/gazetteer.ts';
import type { Piece, Source } from './quotes.ts';

/* What a record says of a person, as texts that can be quoted, and what it rules out because it lists all there is. */

/**
 * The texts of a record. Of what it lists in full, each present employer and role, each degree and school, `isOfAll` is set. The last job of
 * somebody who has none is not over: it still says what they do.
 */
export function recordTexts(record: ProfileRecord): Source[] {
  const from = (text: string | null | undefined, slot?: Slot, isOfAll = false): Source[] =>
    text ? [{ source: 'record', text, ...(slot && { slot }), ...(isOfAll && { isOfAll }) }] : [];
  const isOver = ({ ends_at }: ProfileRecord['experiences'][number]) =>
    Boolean(ends_at) && present.length > 0;
  const { city, state, country, experiences, education } = record;
  const present = experiences.filter(({ ends_at }) => !ends_at);
  const [knowsRoles, knowsFirms] = [
    present.every(({ title }) => title),
    present.every(({ company }) => company),
  ];
  const knowsDegrees = education.every(({ degree_name }) => degree_name);
  const knowsSchools = education.every(({ school }) => school);
  return [
    ...from(record.headline, 'role'),
    ...from(writtenPlace(record), 'place'),
    ...from([city, state, country].filter(Boolean).join(', '), 'place'),
    ...experiences.flatMap((job) =>
      [
        ...from(job.title, 'role', knowsRoles && present.includes(job)),
        ...from(job.company, 'company', knowsFirms && present.includes(job)),
        ...from([job.title, job.company].filter(Boolean).join(' at '), 'role'),
        ...from(job.description),
      ].map((text) => (isOver(job) ? { ...text, isOver: true } : text)),
    ),
    ...education.flatMap(({ school, degree_name, field_of_study, description }) => [
      ...from(school, 'school', knowsSchools),
      ...from(degree_name, 'study', knowsDegrees),
      ...from(field_of_study, 'study'),
      ...from([degree_name, field_of_study].filter(Boolean).join(', '), 'study'),
      ...from(description),
    ]),
    ...from(record.summary),
  ];
}

/** Has a name as firms have, and is none: where somebody works says nothing of it. */
const TOOL =
  /^(?:java|javascript|typescript|python|php|ruby|rust|go|kotlin|swift|scala|c|c\+\+|c#|\.?net|sql|html|css|react|angular|vue|node(?:\.?js)?|aws|azure|docker|kubernetes|linux|excel|powerpoint|photoshop|scrum|agile)$/i;

const isFirmName = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && !TOOL.test(text) && linesSaidBy(nameKeyOf(text)).size === 0;

/** Of what kind of thing a record lists, by each alternative of what is excluded: another one of the kind is not it. */
function kindOf({ subject, text }: Criterion): Slot | undefined {
  if (subject === 'profession') return 'role';
  if (asksNow(text)) return 'company';
  if (subject === 'education') return DEGREE.test(text) ? 'study' : SCHOOL.test(text) ? 'school' : undefined;
  return subject === 'experience' && isFirmName(text) ? 'company' : undefined;
}

/**
 * What a record has in place of something excluded: an employer that is not Google is, where none of the texts speaks of Google, what shows
 * that somebody is not there. A name that may be a school's too needs the schools as well.
 */
export function instead(criterion: Criterion, pieces: readonly Piece[]): Piece | undefined {
  const all = alternativesOf(criterion);
  const [kind, ...others] = [...new Set(all.map(kindOf))];
  if (criterion.need !== 'excluded' || kind === undefined || others.length > 0) return undefined;
  const mayBeSchool = kind === 'company' && all.some(({ text }) => isPlaceName(text) || SCHOOL.test(text));
  if (mayBeSchool && !pieces.some(({ slot, isOfAll }) => isOfAll && slot === 'school')) return undefined;
  const isOne = ({ slot, isOfAll, text }: Piece) =>
    isOfAll && slot === kind && saysOtherwise(criterion, text, slot);
  return pieces.find(isOne);
}
