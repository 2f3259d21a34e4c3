import { inDigits } from '#web/lib/format.ts';

interface FullNoteProps {
  text: string;
  /** The field's limit, in UTF-16 code units as it counts them. */
  maxLength: number;
}

/**
 * Says below a field that it is full: the browser drops, without a word, what would be too long. Rendered even while empty, so that screen
 * readers announce it.
 */
export const FullNote = ({ text, maxLength }: FullNoteProps) => (
  <span role="status" className="mt-1 block text-ink-subtle text-small empty:mt-0">
    {/* A character that takes two units may be the one that did not fit. */}
    {text.length >= maxLength - 1 && `No more than ${inDigits(maxLength)} characters fit here.`}
  </span>
);
