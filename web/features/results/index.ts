export { headlineOf, locationOf } from './facts.ts';
export { ProfileCard } from './profile-card.tsx';
export { Results } from './results.tsx';
export { ScoreBadge } from './score.tsx';
