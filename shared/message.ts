import * as v from 'valibot';
import { DeepResearchResult } from './deep-research.ts';
import { DisplayData } from './display.ts';
import { ChatId, MessageId } from './ids.ts';
import { OUTCOMES } from './outcome.ts';
import { SearchQuery } from './search-query.ts';
import { SearchResults } from './search-results.ts';
import { Spend } from './spend.ts';
import { Timestamp } from './timestamp.ts';

export const RATINGS = ['good', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

/** What an assistant message carries beside its text (specification §3). */
export const MessageMetadata = v.object({
  searchQuery: v.optional(SearchQuery),
  searchResults: v.optional(SearchResults),
  deepResearchResults: v.optional(DeepResearchResult),
  profileDisplayData: v.optional(DisplayData),
  /** Label of what answered: chat model + search provider (+ profile-data provider in deep mode). */
  model: v.optional(v.string()),
  step: v.optional(v.picklist(['profile_search', 'deep_research_complete'])),
  useDeepResearch: v.optional(v.boolean()),
  /** How the search ended; a stopped or apologising answer can be asked for again. */
  outcome: v.optional(v.picklist(OUTCOMES)),
  /** What the search used of its providers, however it ended. */
  spend: v.optional(Spend),
  rating: v.optional(v.picklist(RATINGS)),
});
export type MessageMetadata = v.InferOutput<typeof MessageMetadata>;

export const Message = v.object({
  id: MessageId,
  content: v.string(),
  role: v.picklist(['user', 'assistant', 'tool']),
  timestamp: Timestamp,
  chatId: ChatId,
  userId: v.string(),
  metadata: v.optional(MessageMetadata),
});
export type Message = v.InferOutput<typeof Message>;
