import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { type DisplayData, type DisplayProfile, profilesIn } from '#shared/results.ts';
import { type AdjustedPeople, type Adjustments, adjust } from './adjustments.ts';
import { withoutOwnQuery } from './found-by.ts';
import { rankedProfiles } from './ranking.ts';
import { withoutNames } from './without-names.ts';

/* Which of an answer's people the reader sees: those who are not hidden, under the adjusted criteria. The answer itself is unchanged. */

interface ViewOptions {
  hidden: ReadonlySet<string>;
  seen: ReadonlySet<string>;
  adjustments: Adjustments;
  areNamesHidden: boolean;
  brokenOff: boolean;
}

export interface PeopleView extends AdjustedPeople {
  /** Hidden individually by the reader. */
  hidden: readonly DisplayProfile[];
  /** Hidden because an earlier answer in another chat contained them. */
  seen: readonly DisplayProfile[];
}

/** The people as they are shown. When names are hidden, everybody keeps their number, no matter who else is hidden. */
export function viewOf(found: DisplayData, options: ViewOptions): PeopleView {
  const { hidden, seen, adjustments, areNamesHidden, brokenOff } = options;
  const everybody = profilesIn(found);
  const idsIn = (urls: ReadonlySet<string>) =>
    new Set(everybody.filter(({ profileUrl }) => urls.has(canonicalOf(profileUrl))).map(({ id }) => id));
  const ids = { hidden: idsIn(hidden), seen: idsIn(seen) };
  const displayed = withoutOwnQuery(areNamesHidden ? withoutNames(found, brokenOff) : found);
  const isShown = ({ id }: DisplayProfile) => !ids.hidden.has(id) && !ids.seen.has(id);
  const isAnybodyHidden = !everybody.every(isShown);
  const shown = isAnybodyHidden ? keepPeople(displayed, isShown) : displayed;
  const people = isAnybodyHidden ? profilesIn(displayed) : [];
  return {
    ...adjust(shown, adjustments),
    hidden: people.filter(({ id }) => ids.hidden.has(id)),
    seen: people.filter(({ id }) => ids.seen.has(id) && !ids.hidden.has(id)),
  };
}

/**
 * The numbers that people in sight are shown under, by canonical profile URL: those of their cards or, while names are
 * hidden, those that replace the names.
 * @param found the people under their own names
 * @param fallen people who are shown although they no longer match
 */
export function numbersShown(
  found: DisplayData,
  { data }: PeopleView,
  fallen: readonly DisplayProfile[],
  { areNamesHidden, brokenOff }: Pick<ViewOptions, 'areNamesHidden' | 'brokenOff'>,
): ReadonlyMap<string, number> {
  const search = { provisional: false, brokenOff };
  const shown = rankedProfiles({ data, ...search }, fallen);
  const inSight = new Set(shown.map(({ profile }) => profile.id));
  const ranked = areNamesHidden ? rankedProfiles({ data: found, ...search }) : shown;
  const numbers = ranked.filter(({ profile }) => inSight.has(profile.id));
  return new Map(numbers.map(({ profile, rank }) => [canonicalOf(profile.profileUrl), rank]));
}

function keepPeople(data: DisplayData, isKept: (profile: DisplayProfile) => boolean): DisplayData {
  const verifiedProfiles = data.verifiedProfiles.filter(isKept);
  const otherProfiles = data.otherProfiles.filter(isKept);
  return {
    ...data,
    verifiedProfiles,
    otherProfiles,
    totalProfiles: verifiedProfiles.length + otherProfiles.length,
  };
}

const canonicalOf = (url: string): string => canonicalProfileUrl(url) ?? '';
