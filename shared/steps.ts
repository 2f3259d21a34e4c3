import * as v from 'valibot';
import { Timestamp } from './time.ts';

type SearchMode = 'standard' | 'deep';

interface Step {
  id: string;
  /** Shown to the user. */
  title: string;
  description: string;
  /**
   * The shortest time for which the step is shown, in milliseconds, so that it can be read; for verification, the time between profiles.
   * docs/behaviour.md#pauses
   */
  pause: number;
  /** The searches that have this step. */
  modes: readonly SearchMode[];
}

/** The steps of a search, in order. docs/behaviour.md#steps */
export const STEPS = [
  {
    id: 'query-generation',
    title: 'Analyzing Search Query',
    description: 'Turning your request into a web search',
    pause: 1_500,
    modes: ['standard', 'deep'],
  },
  {
    id: 'profile-search',
    title: 'AI Search',
    description: 'Searching the web for matching LinkedIn profiles',
    pause: 2_000,
    modes: ['standard', 'deep'],
  },
  {
    id: 'ai-filtering',
    title: 'AI Relevance Analysis',
    description: 'Scoring every profile against your criteria',
    pause: 1_800,
    modes: ['deep'],
  },
  {
    id: 'deep-verification',
    title: 'Profile Verification',
    description: 'Checking the best profiles against their full records',
    pause: 800,
    modes: ['deep'],
  },
  {
    id: 'final-analysis',
    title: 'Deep Profile Analysis',
    description: 'Comparing the verified profiles',
    pause: 1_500,
    modes: ['deep'],
  },
  {
    id: 'formatting',
    title: 'Preparing Results',
    description: 'Putting the directory together',
    pause: 1_000,
    modes: ['standard', 'deep'],
  },
] as const satisfies readonly Step[];

export type StepId = (typeof STEPS)[number]['id'];

/** The definition of a step. */
export function stepOf(id: StepId): Step {
  const step = STEPS.find((each) => each.id === id);
  if (step === undefined) throw new TypeError(`There is no step ${id}`);
  return step;
}

export const STEP_STATUSES = ['pending', 'active', 'completed', 'error'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const ProgressStep = v.object({
  id: v.picklist(STEPS.map((step) => step.id)),
  title: v.string(),
  description: v.string(),
  status: v.picklist(STEP_STATUSES),
  timestamp: Timestamp,
  /** What the step has found or is doing, as readable lines. */
  details: v.optional(v.array(v.string())),
});
export type ProgressStep = v.InferOutput<typeof ProgressStep>;

/** Limits on the stored steps of a search: the number of steps, of lines per step, and of characters per line. */
export const STEP_RECORD_LIMITS = { steps: 24, details: 24, detailLength: 600 } as const;

/** A step as stored in the answer. */
export const StepRecord = v.object({
  id: ProgressStep.entries.id,
  /** 'active' if the search was interrupted during the step. */
  status: v.picklist(STEP_STATUSES),
  startedAt: Timestamp,
  /** In milliseconds; absent if the search was interrupted during the step. */
  duration: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** The last details that the step showed. */
  details: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(STEP_RECORD_LIMITS.detailLength))),
      v.maxLength(STEP_RECORD_LIMITS.details),
    ),
  ),
});
export type StepRecord = v.InferOutput<typeof StepRecord>;
