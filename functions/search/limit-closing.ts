import type { SearchSettings } from './settings.ts';

/**
 * All that is done after the answer ends within this, in milliseconds: Lambda gives a search 15 s beyond its deadline, and a database
 * that takes requests without answering them would use up many times that.
 */
const LONGEST_CLOSING = 10_000;
/** Of it for saving the answer: logging the end and giving the place back are tried even where that comes to nothing. */
const LONGEST_SAVING = 7_000;

/** The time left for what is done after the answer. */
export interface Closing {
  /** Lets the time run; again changes nothing. */
  begin(): void;
  /** Both are aborted with a TimeoutError. */
  saving: AbortSignal;
  signal: AbortSignal;
  /** All is done: nothing is aborted any more. */
  end(): void;
}

export function limitClosing({ delay }: Pick<SearchSettings, 'delay'>): Closing {
  const ended = new AbortController();
  const saving = new AbortController();
  const closing = new AbortController();
  const abortAfter = (limit: number, controller: AbortController) =>
    delay(limit, ended.signal).then(
      () => controller.abort(new DOMException('The time to end a search is over', 'TimeoutError')),
      () => undefined,
    );
  let hasBegun = false;
  return {
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      void abortAfter(LONGEST_SAVING, saving);
      void abortAfter(LONGEST_CLOSING, closing);
    },
    saving: saving.signal,
    signal: closing.signal,
    end: () => ended.abort(),
  };
}
