import type { ProfileRecord } from '#shared/profile-record.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { mentions } from './language/words.ts';
import { writtenPlace } from './places/gazetteer.ts';
import { countriesIn, intersects } from './places/whereabouts.ts';

export type RecordFields = Partial<
  Pick<DisplayProfile, 'fullName' | 'headline' | 'location' | 'currentPosition' | 'education' | 'summary'>
>;

/** The place of a record, or the one that was found where that says the same and more: 'Lima, Peru' beside 'Peru'. */
function placeOf(record: ProfileRecord, found: string): string {
  const place = writtenPlace(record);
  const isCountryAlone = !record.city && !record.state;
  const isWithin = isCountryAlone && intersects(countriesIn(found), countriesIn(place));
  return isWithin || mentions(found, place) ? found : place;
}

/** What a profile-data record says of a person, for display; fields the record leaves out are absent. */
export function readRecord(record: ProfileRecord, foundPlace: string): RecordFields {
  const current = record.experiences.find((job) => !job.ends_at && job.title && job.company);
  const school = record.education.find((entry) => entry.school);
  const location = placeOf(record, foundPlace);
  const degree = [school?.degree_name, school?.field_of_study].filter(Boolean).join(', ');
  return {
    ...(record.full_name && { fullName: record.full_name }),
    ...(record.headline && { headline: record.headline }),
    ...(location && { location }),
    ...(current && { currentPosition: { title: current.title ?? '', company: current.company ?? '' } }),
    ...(school && degree && { education: { school: school.school ?? '', degree } }),
    ...(record.summary && { summary: record.summary }),
  };
}
