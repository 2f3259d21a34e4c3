import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { isFirmName } from '../criteria/beside-work.ts';
import { saysOtherwise } from '../criteria/criterion-match.ts';
import { DEGREE, SCHOOL, type Slot } from '../criteria/slots.ts';
import { asksNow } from '../criteria/wording.ts';
import { isPlaceName, writtenPlace } from '../places/gazetteer.ts';
import type { Piece, Source } from './quotes.ts';
import { type Job, jobsOf } from './record-jobs.ts';
import { listedIn } from './record-lists.ts';

/* What a record says of a person, as texts that can be quoted, and what it rules out because it lists all there is. */

/** Somebody who hides where they work may work anywhere. */
const HIDDEN_FIRM = /^\s*(?:confidential|undisclosed|private|stealth\b.*)\s*$/i;

/**
 * The texts of a record. Of what it lists in full, each present employer and role, each degree and school, `isOfAll` is set. The last job of
 * somebody who has none is not over: it still says what they do. Where it lists no job, its own word for the present one does.
 */
export function recordTexts(record: ProfileRecord): Source[] {
  const from = (text: string | null | undefined, slot?: Slot, isOfAll = false): Source[] =>
    text ? [{ source: 'record', text, ...(slot && { slot }), ...(isOfAll && { isOfAll }) }] : [];
  const { present, all: jobs } = jobsOf(record);
  const isOver = (job: Job) => !present.includes(job) && present.length > 0;
  const { experiences, education } = record;
  const knowsRoles = present.every(({ title }) => title);
  const knowsFirms = present.every(({ company }) => company && !HIDDEN_FIRM.test(company));
  const knowsDegrees = education.every(({ degree_name }) => degree_name);
  const knowsSchools = education.every(({ school }) => school);
  return [
    ...from(record.headline, 'role'),
    ...(experiences.length === 0 ? from(record.occupation, 'role') : []),
    ...from(writtenPlace(record), 'place'),
    ...jobs.flatMap((job) =>
      [
        ...from(job.title, 'role', knowsRoles && present.includes(job)),
        ...from(job.company, 'company', knowsFirms && present.includes(job)),
        ...from([job.title, job.company].filter(Boolean).join(' at '), 'role'),
        ...from(job.description),
        ...from(job.location, 'beside'),
      ].map((text) => (isOver(job) ? { ...text, isOver: true } : text)),
    ),
    ...education.flatMap(({ school, degree_name, field_of_study, description }) => [
      ...from(school, 'school', knowsSchools),
      ...from(degree_name, 'study', knowsDegrees),
      ...from(field_of_study, 'study'),
      ...from([degree_name, field_of_study].filter(Boolean).join(', '), 'study'),
      ...from(description),
    ]),
    ...listedIn(record).flatMap(({ text, slot, isOver, description }) =>
      [...from(text, slot), ...from(description, 'beside')].map((each) =>
        isOver ? { ...each, isOver } : each,
      ),
    ),
    ...from(record.summary),
  ];
}

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
