import type { DisplayData, DisplayProfile } from '#shared/results.ts';

/* How a person was found who was not on the first pages of the answer's own query. */

/**
 * The directory without its own query on the people found by it: wherever they are shown or stored apart from the answer, nothing would
 * tell it from another query.
 */
export function withoutOwnQuery(data: DisplayData): DisplayData {
  const strip = (profile: DisplayProfile): DisplayProfile =>
    profile.foundBy?.query === data.searchQuery
      ? { ...profile, foundBy: { ...profile.foundBy, query: '' } }
      : profile;
  return {
    ...data,
    verifiedProfiles: data.verifiedProfiles.map(strip),
    otherProfiles: data.otherProfiles.map(strip),
  };
}

const PROFILE_SITE_FILTER = /\bsite:(?:[a-z]+\.)?linkedin\.com\/in\/?\s*/gi;

/** 'Found on page 3', or the alternative query that found them. */
export function describeFoundBy({ query, page }: NonNullable<DisplayProfile['foundBy']>): string {
  if (query === '') return `Found on page ${page}`;
  const words = query.replace(PROFILE_SITE_FILTER, '').trim();
  return `Found with ‘${words === '' ? query : words}’${page > 1 ? `, page ${page}` : ''}`;
}
