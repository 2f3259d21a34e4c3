import type { ProfileRecord } from '#shared/profile-record.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { truncate } from '#shared/truncate.ts';
import { mentions } from '../language/words.ts';
import { formatPlace } from '../places/gazetteer.ts';
import { countriesIn, intersects } from '../places/whereabouts.ts';
import { type Job, jobsOf } from './record-jobs.ts';
import { type Listed, listedIn } from './record-lists.ts';

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

/** Most languages or certificates on a card, and characters per entry: ample for honest profiles, yet small enough to save in a list. */
const MAX_LISTED = 10;
const MAX_LISTED_LENGTH = 100;

/** A record's languages and certificates, without duplicates; expired ones are left out. */
function listsOf(record: ProfileRecord): Pick<RecordFields, 'languages' | 'certificates'> {
  const listed = listedIn(record).filter(({ isOver }) => !isOver);
  const textsOf = (list: Listed['list']) => {
    const texts = listed
      .filter((one) => one.list === list)
      .map(({ text }) => truncate(text, MAX_LISTED_LENGTH));
    return [...new Set(texts)].slice(0, MAX_LISTED);
  };
  const [languages, certificates] = [textsOf('languages'), textsOf('certifications')];
  return {
    ...(languages.length > 0 && { languages }),
    ...(certificates.length > 0 && { certificates }),
  };
}

/** The record's place, or the search result's where that agrees and is more specific: 'Lima, Peru' rather than 'Peru'. */
function placeOf(record: ProfileRecord, found: string): string {
  const place = formatPlace(record);
  const isCountryAlone = !record.city && !record.state;
  const isWithin = isCountryAlone && intersects(countriesIn(found), countriesIn(place));
  return isWithin || mentions(found, place) ? found : place;
}

const NO_POSITION = { title: '', company: '' };

/**
 * The record's current job. Of several, the one mentioned in the headline, the occupation or the search result, else the first. An
 * empty position if the search result still names the company of a job that has ended; undefined if the record does not say.
 */
function positionOf(record: ProfileRecord, found: FoundFields['currentPosition']) {
  const { present, all } = jobsOf(record);
  const isComplete = ({ title, company }: Job) => title && company;
  const knownTexts = [record.headline, record.occupation, found.company].join('\n');
  const complete = present.filter(isComplete);
  const job = complete.find(({ company }) => mentions(knownTexts, company ?? '')) ?? complete[0];
  if (job) return { title: job.title ?? '', company: job.company ?? '' };
  const isFound = ({ company }: Job) => company && mentions(found.company, company);
  const mayBePresent = present.some((each) => !each.company || isFound(each));
  return all.some(isFound) && !mayBePresent ? NO_POSITION : undefined;
}

type FoundFields = Pick<DisplayProfile, 'location' | 'currentPosition'>;

/**
 * The display fields from a profile-data record; fields the record lacks are absent.
 * @param found the same fields as read from the search result
 */
export function readRecord(record: ProfileRecord, found: FoundFields): RecordFields {
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
