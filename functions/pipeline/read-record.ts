import type { DisplayProfile } from '#shared/display.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';

type RecordFields = Partial<
  Pick<DisplayProfile, 'fullName' | 'headline' | 'location' | 'currentPosition' | 'education' | 'summary'>
>;

/** What a profile-data record says of a person, for display; fields the record leaves out are absent. */
export function readRecord(record: ProfileRecord): RecordFields {
  const current = record.experiences.find((job) => !job.ends_at && job.title && job.company);
  const school = record.education.find((entry) => entry.school);
  const location = [record.city, record.state, record.country].filter(Boolean).join(', ');
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
