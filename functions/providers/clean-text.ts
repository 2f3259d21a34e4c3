/** Bidirectional controls: invisible, and able to make shown text read as something else. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;
const CONTROLS = /\p{Cc}+/gu;

/**
 * Text of the web made safe to store and show: control characters become a space, bidirectional controls go, and at most
 * `longest` characters (code points) stay.
 */
export function cleanText(text: string, longest: number): string {
  // Twice the bound in code units holds at least `longest` code points, and keeps a giant text from being split whole.
  const start = text.slice(0, longest * 2).toWellFormed();
  const clean = start.replace(BIDI_CONTROLS, '').replace(CONTROLS, ' ').trim();
  return Array.from(clean).slice(0, longest).join('');
}
