import { cleanText } from '#shared/clean-text.ts';

/** In characters (code points). */
const MAX_SENTENCE_LENGTH = 200;
/** Only this much of a foreign text is read, in UTF-16 code units: some patterns below take quadratic time. */
const MAX_READ_LENGTH = 1_000;

/** What a sentence must not contain: addresses, credentials, paths. */
const PRIVATE_PATTERNS: readonly RegExp[] = [
  // Matches are anchored to the start of a word or of a dotted name, and no two parts of a pattern can match the same text, so that each
  // character is examined at most twice.
  /(?<!\S)\S*?:\/\/\S*/g,
  /(?<![^\s@])[^\s@]+@\S+/g,
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /\[?\b(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}\]?(?::\d+)?/gi,
  /::1\b(?::\d+)?/g,
  /(?<![\w-])(?<![\w-]\.)(?:[\w-]+\.)*[\w-]+:\d{2,5}\b/g,
  /(?<![\w-])(?<![\w-]\.)(?:[\w-]+\.){2,}[a-z]{2,}\b/gi,
  /\blocalhost\b/gi,
  /(?:\/[\w@.-]+){2,}(?::\d+)*/g,
  /\b(?:bearer|basic)\s+\S+/gi,
  /\b(?:api[_-]?key|token|secret|password)\s*[=:]\s*\S+/gi,
  /\b(?:sk|pk|rk|key)[-_][\w*-]+/gi,
  /(?<![\w+/=-])[\w+/=-]*\*{3,}[\w+/=*-]*/g,
  /\b(?=[\w-]*\d)[\w-]{20,}\b/g,
];

/**
 * The first sentence of a foreign text without its full stop, at most 200 characters, safe to show: no keys, addresses or paths.
 * Undefined if the text is markup or nothing readable is left of it. `secrets` are removed wherever they occur.
 */
export function readableSentence(text: string, secrets: readonly string[] = []): string | undefined {
  if (/<[a-z!/?]/i.test(text)) return undefined;
  const line = firstLine(text);
  const withoutSecrets = secrets.reduce((rest, secret) => rest.replaceAll(secret, ''), line);
  const clean = PRIVATE_PATTERNS.reduce((rest, pattern) => rest.replace(pattern, ''), withoutSecrets);
  const sentence = cleanText(clean, MAX_SENTENCE_LENGTH)
    .split(/(?<=[.!?])\s/, 1)[0]
    ?.replace(/[<>]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.:,;([]+$/, '');
  return sentence !== undefined && /\p{L}{2}/u.test(sentence) ? sentence : undefined;
}

/** The start of a text's first line. A word that is cut off there is dropped, because it may be half a secret. */
function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n]/, 1)[0] ?? '';
  return line.length <= MAX_READ_LENGTH ? line : line.slice(0, MAX_READ_LENGTH).replace(/\S*$/, '');
}
