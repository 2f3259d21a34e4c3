import type { Random } from '../text/random.ts';
import type { City, Country } from '../vocabulary/places.ts';
import { COUNTRIES, countryOf } from '../vocabulary/places.ts';
import type { Wish } from './read-groups.ts';

/** Where many profiles come from: the code, once per share. */
const COMMON_ORIGINS = 'US US US US IN IN GB GB PE PE CN DE BR NG MX FR CA PH KE AU'.split(' ');

/** Where people move to. */
const HUBS =
  'US US US US US US US GB GB GB DE DE CA CA AU AU SG SG AE FR ES NL CH JP IE SE KE ZA BR MX'.split(' ');

/** Where somebody comes from and lives; most stay at home. */
export function choosePlace(options: { wish: Wish; random: Random }): { origin: Country; city: City } {
  const { wish, random } = options;
  const home = wish.cities?.[0]?.country;
  const anywhere = (): Country =>
    random.chance(0.45) ? countryOf(random.pick(COMMON_ORIGINS)) : random.pick(COUNTRIES);
  const local = home !== undefined && random.chance(0.6) ? countryOf(home) : anywhere();
  const origin = wish.origin ?? local;
  const country = random.chance(0.6) ? origin : countryOf(random.pick(HUBS));
  return { origin, city: random.pick(wish.cities ?? country.cities) };
}
