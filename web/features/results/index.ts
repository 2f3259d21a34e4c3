export { headlineOf, locationOf, said } from './facts.ts';
export { ProfileCard } from './profile-card.tsx';
export { type RankedProfile, rankedProfiles } from './ranking.ts';
export { Results } from './results.tsx';
export { percent, ScoreBadge } from './score.tsx';
export { Mark } from './verdict-list.tsx';
export {
  describeVerified,
  type Judged,
  judge,
  labelOf,
  recordDay,
  sourceOf,
  summarise,
  VERDICT_WORDS,
} from './verdicts.ts';
