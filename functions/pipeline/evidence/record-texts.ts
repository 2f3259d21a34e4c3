import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { contradicts } from '../criteria/criterion-match.ts';
import { isFirmName } from '../criteria/other-entries.ts';
import { DEGREE, SCHOOL, type Slot } from '../criteria/slots.ts';
import { asksNow } from '../criteria/wording.ts';
import { formatPlace, isPlaceName } from '../places/gazetteer.ts';
import type { Piece, Source } from './pieces.ts';
import { type Job, jobsOf } from './record-jobs.ts';
import { listedIn } from './record-lists.ts';

/* A record as texts that can be quoted, and what it rules out because its lists are complete. */

/** Names that hide the employer, which may then be any firm. */
const HIDDEN_FIRM = /^\s*(?:confidential|undisclosed|private|stealth\b.*)\s*$/i;

/**
 * The texts of a record. Complete lists have `isFromCompleteList` set: all present employers or roles, all degrees or schools. Without a
 * present job, past ones do not count as over, since they still say what the person does; without any job, `occupation` does.
 */
export function recordTexts(record: ProfileRecord): Source[] {
  const sourcesFrom = (text: string | null | undefined, slot?: Slot, isFromCompleteList = false): Source[] =>
    text
      ? [{ source: 'record', text, ...(slot && { slot }), ...(isFromCompleteList && { isFromCompleteList }) }]
      : [];
  const { present, all: jobs } = jobsOf(record);
  const isOver = (job: Job) => !present.includes(job) && present.length > 0;
  const { experiences, education } = record;
  const knowsRoles = present.every(({ title }) => title);
  const knowsFirms = present.every(({ company }) => company && !HIDDEN_FIRM.test(company));
  const knowsDegrees = education.every(({ degree_name }) => degree_name);
  const knowsSchools = education.every(({ school }) => school);
  return [
    ...sourcesFrom(record.headline, 'role'),
    ...(experiences.length === 0 ? sourcesFrom(record.occupation, 'role') : []),
    ...sourcesFrom(formatPlace(record), 'place'),
    ...jobs.flatMap((job) =>
      [
        ...sourcesFrom(job.title, 'role', knowsRoles && present.includes(job)),
        ...sourcesFrom(job.company, 'company', knowsFirms && present.includes(job)),
        ...sourcesFrom([job.title, job.company].filter(Boolean).join(' at '), 'role'),
        ...sourcesFrom(job.description),
        ...sourcesFrom(job.location, 'beside'),
      ].map((text) => (isOver(job) ? { ...text, isOver: true } : text)),
    ),
    ...education.flatMap(({ school, degree_name, field_of_study, description }) => [
      ...sourcesFrom(school, 'school', knowsSchools),
      ...sourcesFrom(degree_name, 'study', knowsDegrees),
      ...sourcesFrom(field_of_study, 'study'),
      ...sourcesFrom([degree_name, field_of_study].filter(Boolean).join(', '), 'study'),
      ...sourcesFrom(description),
    ]),
    ...listedIn(record).flatMap(({ text, slot, isOver, description }) =>
      [...sourcesFrom(text, slot), ...sourcesFrom(description, 'beside')].map((each) =>
        isOver ? { ...each, isOver } : each,
      ),
    ),
    ...sourcesFrom(record.summary),
  ];
}

/** The kind of entry that would show an excluded alternative: another entry of that kind shows something else. */
function kindShowingOtherwise({ subject, text }: Criterion): Slot | undefined {
  if (subject === 'profession') return 'role';
  if (asksNow(text)) return 'company';
  if (subject === 'education') return DEGREE.test(text) ? 'study' : SCHOOL.test(text) ? 'school' : undefined;
  return subject === 'experience' && isFirmName(text) ? 'company' : undefined;
}

/**
 * What a record has instead of something excluded: if no text mentions Google, another employer shows that somebody is not there. If the
 * name may also be a school's, the record has to list the schools too.
 */
export function findInstead(criterion: Criterion, pieces: readonly Piece[]): Piece | undefined {
  const all = alternativesOf(criterion);
  const [kind, ...others] = [...new Set(all.map(kindShowingOtherwise))];
  if (criterion.need !== 'excluded' || kind === undefined || others.length > 0) return undefined;
  const mayBeSchool = kind === 'company' && all.some(({ text }) => isPlaceName(text) || SCHOOL.test(text));
  if (mayBeSchool && !pieces.some(({ slot, isFromCompleteList }) => isFromCompleteList && slot === 'school'))
    return undefined;
  const showsOtherwise = ({ slot, isFromCompleteList, text }: Piece) =>
    isFromCompleteList && slot === kind && contradicts(criterion, text, slot);
  return pieces.find(showsOtherwise);
}
