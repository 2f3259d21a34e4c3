import * as v from 'valibot';

/** Anything that is neither blank nor invisible, such as a zero-width space. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u;

/** Text that is trimmed, shows something and has at most that many characters. Half a surrogate pair is no character, and cannot be stored. */
export const filledText = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => value.isWellFormed(), 'must be valid Unicode'),
    v.regex(VISIBLE, 'must not be empty'),
    v.maxLength(longest, `must be at most ${longest} characters`),
  );
