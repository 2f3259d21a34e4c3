import * as v from 'valibot';
import { Timestamp } from './timestamp.ts';

/** The six steps in their order, with the titles people read (specification §4). */
export const STEPS = [
  { id: 'query-generation', title: 'Analyzing Search Query' },
  { id: 'profile-search', title: 'AI Search' },
  { id: 'ai-filtering', title: 'AI Relevance Analysis' },
  { id: 'deep-verification', title: 'Profile Verification' },
  { id: 'final-analysis', title: 'Deep Profile Analysis' },
  { id: 'formatting', title: 'Preparing Results' },
] as const;

export type StepId = (typeof STEPS)[number]['id'];

export const STEP_STATUSES = ['pending', 'active', 'completed', 'error'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const ProgressStep = v.object({
  id: v.picklist(STEPS.map((step) => step.id)),
  title: v.string(),
  description: v.string(),
  status: v.picklist(STEP_STATUSES),
  timestamp: Timestamp,
  /** What the step found or is doing, one readable line each. */
  details: v.optional(v.array(v.string())),
});
export type ProgressStep = v.InferOutput<typeof ProgressStep>;
