import * as v from 'valibot';
import { Criterion, Verdict } from './criteria.ts';
import { ProfileRecord } from './profile-record.ts';

/** Who is looked for, as the model understood the request. Every part may be missing. */
export const TargetCriteria = v.object({
  nationality: v.optional(v.string()),
  location: v.optional(v.string()),
  education: v.optional(v.string()),
  profession: v.optional(v.string()),
  interests: v.optional(v.array(v.string()), []),
  experience: v.optional(v.array(v.string()), []),
});
export type TargetCriteria = v.InferOutput<typeof TargetCriteria>;

/** What a criterion says, and of what. */
export type Stated = Pick<Criterion, 'subject' | 'text'>;

/** Everything that is asked for, one by one, in the order of the fields. */
export function statedIn(target: Partial<TargetCriteria>): Stated[] {
  const { nationality, location, education, profession, interests = [], experience = [] } = target;
  const fields = [
    ['nationality', [nationality]],
    ['location', [location]],
    ['education', [education]],
    ['profession', [profession]],
    ['interest', interests],
    ['experience', experience],
  ] as const;
  return fields
    .flatMap(([subject, texts]) => texts.map((text = '') => ({ subject, text: text.trim() })))
    .filter(({ text }) => text !== '');
}

/** The search query made by the model. docs/behaviour.md#search-query */
export const SearchQuery = v.object({
  googleSearchQuery: v.string(),
  targetCriteria: TargetCriteria,
  /** The same, one by one, with how much each is asked for. Absent in answers from before it was told apart. */
  criteria: v.optional(v.array(Criterion)),
  /** What of the request names what hiring must not turn on, whether it counts or not. docs/responsible-use.md */
  sensitive: v.optional(v.array(v.string())),
  alternativeSearchTerms: v.optional(v.array(v.string())),
  /** The short of a long request, such as a job description, as every later step is told it. */
  brief: v.optional(v.string()),
  /** What the people marked good have in common, which is nice to have: found by code, told to no model. docs/behaviour.md#good-and-bad-examples */
  fromExamples: v.optional(v.array(Criterion)),
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;

/** From 1. */
const PageNumber = v.pipe(v.number(), v.integer(), v.minValue(1));

/** By which search, and on which of its pages, somebody was found. */
const FoundBy = v.object({ query: v.string(), page: PageNumber });

/** A page of web search results that was read. Finding more people goes on from these. */
export const PageRead = v.object({
  /** As the search provider was asked. */
  query: v.string(),
  page: PageNumber,
  /** Whether the provider has no further page of that query. */
  isLast: v.boolean(),
});
export type PageRead = v.InferOutput<typeof PageRead>;

/** One person as the web search found them. `url` is canonical (see linkedin-url.ts); `position` counts from 1. */
export const FoundProfile = v.object({
  url: v.string(),
  title: v.string(),
  snippet: v.string(),
  position: v.number(),
  /** Title or snippet held characters that nobody sees; they are left out. */
  hasHiddenText: v.optional(v.boolean()),
  /** By what the person was found, where it was not the first search by the answer's query. */
  foundBy: v.optional(FoundBy),
});
export type FoundProfile = v.InferOutput<typeof FoundProfile>;

export const SearchResults = v.object({
  totalResults: v.number(),
  currentPage: v.number(),
  hasNextPage: v.boolean(),
  nextPageUrl: v.optional(v.string()),
  linkedinProfiles: v.array(FoundProfile),
  /** Why a further page could not be read, as a readable reason; absent when every page asked for was. */
  furtherPageFailure: v.optional(v.string()),
});
export type SearchResults = v.InferOutput<typeof SearchResults>;

/** A relevance score: 0 to 100, as stored and shown. */
const Score = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

/** Where a score came from: the model, or the local fallback when the model could not be used. docs/behaviour.md#fallback-score */
const ScoreSource = v.picklist(['model', 'fallback']);

export const ScoredProfile = v.object({
  ...FoundProfile.entries,
  relevanceScore: Score,
  reasoning: v.string(),
  shouldVerify: v.boolean(),
  scoreSource: ScoreSource,
});
export type ScoredProfile = v.InferOutput<typeof ScoredProfile>;

/** A profile after verification. `proxycurlData` is the provider's record, whichever provider is in use; absent when the lookup gave none. */
export const VerifiedProfile = v.object({
  originalProfile: ScoredProfile,
  proxycurlData: v.optional(ProfileRecord),
  finalRelevanceScore: Score,
  verificationReasoning: v.string(),
  meetsAllCriteria: v.boolean(),
});
export type VerifiedProfile = v.InferOutput<typeof VerifiedProfile>;

export const DeepResearchResult = v.object({
  filteredProfiles: v.array(ScoredProfile),
  verifiedProfiles: v.array(VerifiedProfile),
  totalProcessed: v.number(),
  profilesForVerification: v.number(),
  finalRecommendations: v.array(VerifiedProfile),
});
export type DeepResearchResult = v.InferOutput<typeof DeepResearchResult>;

/** A profile as a card shows it. Missing texts are empty strings; `profileUrl` is canonical. */
export const DisplayProfile = v.object({
  id: v.string(),
  fullName: v.string(),
  headline: v.string(),
  profileUrl: v.string(),
  location: v.string(),
  currentPosition: v.object({ title: v.string(), company: v.string() }),
  education: v.object({ school: v.string(), degree: v.string() }),
  /** As the record of who was verified lists them: 'Spanish (native or bilingual)'. Absent where it lists none, and in answers from before they were kept. */
  languages: v.optional(v.array(v.string())),
  /** Those of the record that have not expired. Absent like these. */
  certificates: v.optional(v.array(v.string())),
  /** What the person's own page or record says. */
  summary: v.string(),
  relevanceScore: Score,
  /** Why the model gave the score, where it said so; a verification's reasoning takes its place. */
  scoreReason: v.optional(v.string()),
  /** 'fallback' also while nobody has scored the person yet. Absent in answers from before it was told apart. */
  scoreSource: v.optional(ScoreSource),
  /** Whether a record of this very person was read, whatever it says. */
  isVerified: v.boolean(),
  verificationReasoning: v.optional(v.string()),
  /** One for each of the answer's criteria, in their order. Absent in answers from before there were any. */
  verdicts: v.optional(v.array(Verdict)),
  /** How many verdicts the model gave that code struck, since no quote held. Absent where none was. */
  struck: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** How the record moved the score: '72 → 58: the record shows no degree'. */
  scoreMove: v.optional(v.object({ from: Score, to: Score, reason: v.string() })),
  /** When the provider says that the record was read, as an ISO date; absent where it does not say. */
  recordDate: v.optional(v.string()),
  /** The lookup gave the record of somebody else, which was not used. */
  isOtherPerson: v.optional(v.boolean()),
  /** The page's title or snippet holds characters that nobody sees. They are left out. */
  hasHiddenText: v.optional(v.boolean()),
  /** By what the person was found, where it was not the first search by the answer's query. */
  foundBy: v.optional(FoundBy),
  /** What the person has in common with the people marked good, in their words. Absent where that is nothing. */
  likeExamples: v.optional(v.array(v.string())),
  tags: v.array(v.string()),
});
export type DisplayProfile = v.InferOutput<typeof DisplayProfile>;

/** Which stand-ins answered, where no real provider was asked. */
export const StandIns = v.picklist(['simulated', 'replayed'], 'must be simulated or replayed');
export type StandIns = v.InferOutput<typeof StandIns>;

/** The directory as known so far: verified profiles and the others, each highest score first. */
export const DisplayData = v.object({
  verifiedProfiles: v.array(DisplayProfile),
  otherProfiles: v.array(DisplayProfile),
  totalProfiles: v.number(),
  searchQuery: v.string(),
  useDeepResearch: v.boolean(),
  /** What people were checked against. Absent in answers from before it was told apart. */
  criteria: v.optional(v.array(Criterion)),
  /** Which of the criteria's texts name what hiring must not turn on. docs/responsible-use.md */
  sensitive: v.optional(v.array(v.string())),
  /** The profile-data provider's name as people are to read it; present in deep mode. */
  profileProvider: v.optional(v.string()),
  /** It came with a file that anybody may have written: who was verified is what the file says. */
  isImported: v.optional(v.boolean()),
  /** Present where no real provider was asked, as what the search used tells. */
  providers: v.optional(StandIns),
});
export type DisplayData = v.InferOutput<typeof DisplayData>;
