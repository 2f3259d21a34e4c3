import type { ProfileRecord } from '#shared/profile-record.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { truncate } from '#shared/truncate.ts';
import { type Job, jobsOf } from './evidence/record-jobs.ts';
import { type Listed, listedIn } from './evidence/record-lists.ts';
import { mentions } from './language/words.ts';
import { writtenPlace } from './places/gazetteer.ts';
import { countriesIn, intersects } from './places/whereabouts.ts';

export type RecordFields = Partial<
  Pick<
    DisplayProfile,
    | 'fullName'
    | 'headline'
    | 'location'
    | 'currentPosition'
    | 'education'
    | 'languages'
    | 'certificates'
    | 'summary'
  >
>;

/** Languages, or certificates, on a card, and the characters of one: so many that an honest card has all of them, and a list has room for any. */
const MOST_LISTED = 10;
const LONGEST_LISTED = 100;

/** Languages and certificates of a record, each once; what has expired is shown to nobody. */
function listsOf(record: ProfileRecord): Pick<RecordFields, 'languages' | 'certificates'> {
  const listed = listedIn(record).filter(({ isOver }) => !isOver);
  const textsOf = (list: Listed['list']) => {
    const texts = listed.filter((one) => one.list === list).map(({ text }) => truncate(text, LONGEST_LISTED));
    return [...new Set(texts)].slice(0, MOST_LISTED);
  };
  const [languages, certificates] = [textsOf('languages'), textsOf('certifications')];
  return {
    ...(languages.length > 0 && { languages }),
    ...(certificates.length > 0 && { certificates }),
  };
}

/** The place of a record, or the one that was found where that says the same and more: 'Lima, Peru' beside 'Peru'. */
function placeOf(record: ProfileRecord, found: string): string {
  const place = writtenPlace(record);
  const isCountryAlone = !record.city && !record.state;
  const isWithin = isCountryAlone && intersects(countriesIn(found), countriesIn(place));
  return isWithin || mentions(found, place) ? found : place;
}

const NO_POSITION = { title: '', company: '' };

/**
 * The present job of a record: of several the one that the person, the provider or the search result tells of, else the first. None where all its
 * jobs are over, whatever the search result still says; undefined where it does not say.
 */
function positionOf(record: ProfileRecord, found: SearchedFields['currentPosition']) {
  const { present, all } = jobsOf(record);
  const isWhole = ({ title, company }: Job) => title && company;
  const told = [record.headline, record.occupation, found.company].join('\n');
  const whole = present.filter(isWhole);
  const job = whole.find(({ company }) => mentions(told, company ?? '')) ?? whole[0];
  if (job) return { title: job.title ?? '', company: job.company ?? '' };
  const isOver =
    present.length === 0 && all.some(({ company }) => company && mentions(found.company, company));
  return isOver ? NO_POSITION : undefined;
}

type SearchedFields = Pick<DisplayProfile, 'location' | 'currentPosition'>;

/**
 * What a profile-data record says of a person, for display; fields the record leaves out are absent.
 * @param found what the search result says.
 */
export function readRecord(record: ProfileRecord, found: SearchedFields): RecordFields {
  const currentPosition = positionOf(record, found.currentPosition);
  const studies = record.education.map(({ school, degree_name, field_of_study }) => ({
    school: school ?? '',
    degree: [degree_name, field_of_study].filter(Boolean).join(', '),
  }));
  const education = studies.find(({ school, degree }) => school && degree);
  const location = placeOf(record, found.location);
  return {
    ...(record.full_name && { fullName: record.full_name }),
    ...(record.headline && { headline: record.headline }),
    ...(location && { location }),
    ...(currentPosition && { currentPosition }),
    ...(education && { education }),
    ...listsOf(record),
    ...(record.summary && { summary: record.summary }),
  };
}
