export { PrintedAddress } from './card-footer.tsx';
export { cardKeyOf } from './card-key.ts';
export {
  headlineOf,
  listed,
  locationOf,
  meaningfulText,
  meaningfulTexts,
  splitTags,
} from './facts.ts';
export { describeFoundBy } from './found-by.ts';
export { ProfileCard } from './profile-card.tsx';
export { isScored, rankedProfiles, type ShownProfile } from './ranking.ts';
export { ScoreBadge } from './score.tsx';
export { Mark } from './verdict-list.tsx';
export {
  describeStruck,
  describeVerified,
  isVerifiedByImport,
  type Judged,
  judge,
  labelOf,
  NO_LONGER,
  sourceOf,
  summarise,
  VERDICT_WORDS,
  warningsOn,
} from './verdicts.ts';
export { shownVerification } from './verification.tsx';
