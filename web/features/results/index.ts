export { headlineOf, locationOf, said } from './facts.ts';
export { ProfileCard } from './profile-card.tsx';
export { type RankedProfile, rankedProfiles } from './ranking.ts';
export { ScoreBadge } from './score.tsx';
export { Mark } from './verdict-list.tsx';
export {
  describeVerified,
  type Judged,
  judge,
  labelOf,
  sourceOf,
  summarise,
  VERDICT_WORDS,
} from './verdicts.ts';
