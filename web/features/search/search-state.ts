import type { DisplayData } from '#shared/display.ts';
import type { Message } from '#shared/message.ts';
import type { Outcome } from '#shared/outcome.ts';
import type { ProgressStep } from '#shared/steps.ts';

/** A step as the panel shows it: the latest event of it, with when it became active and when it ended (ISO timestamps). */
export interface ShownStep extends ProgressStep {
  startedAt: string;
  endedAt: string | undefined;
}

/** One search as the page knows it. What it found is made by the reducer alone, from the events of design §2. */
export interface SearchState {
  phase: 'connecting' | 'streaming' | 'finished';
  chatId: string;
  searchId: string | undefined;
  /** Number of the last event taken in; 0 before the first. */
  lastEventId: number;
  /** In the order in which they first appeared; never pending. */
  steps: readonly ShownStep[];
  /** The directory as known so far; provisional until `message` has come. */
  profiles: DisplayData | undefined;
  userMessage: Message | undefined;
  assistantMessage: Message | undefined;
  outcome: Outcome | undefined;
  error: { code: string; message: string } | undefined;
  /** The connection has been lost for over a second and is being sought. */
  isReconnecting: boolean;
}
