import { cleanText } from './clean-text.ts';
import { errorCode } from './error-code.ts';
import { ProviderError } from './ports/provider-error.ts';

const LONGEST_REASON = 200;
/** Of a foreign text no more is looked at: what matches private parts takes the square of a text's length. In characters. */
const LONGEST_LOOK = 1_000;

/** What the codes of Node's sockets, resolver, TLS and zlib mean to a reader. */
const NETWORK_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection lost'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'address not found'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'network unreachable'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'connection timed out'],
  [/CERT|TLS|SSL|SELF_SIGNED/, 'certificate not trusted'],
  [/^Z_/, 'answer could not be unpacked'],
];

/** What a sentence must not carry: addresses, credentials, paths. */
const PRIVATE_PARTS: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /\S+@\S+\.\S+/g,
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /\[?\b(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}\]?(?::\d+)?/gi,
  /::1\b(?::\d+)?/g,
  /\b(?:[\w-]+\.)*[\w-]+:\d{2,5}\b/g,
  /\b(?:[\w-]+\.){2,}[a-z]{2,}\b/gi,
  /\blocalhost\b/gi,
  /(?:\/[\w@.-]+){2,}(?::\d+)*/g,
  /\b(?:bearer|basic)\s+\S+/gi,
  /\b(?:api[_-]?key|token|secret|password)\s*[=:]\s*\S+/gi,
  /\b(?:sk|pk|rk|key)[-_][\w*-]+/gi,
  /[\w+/=-]*\*{3,}[\w+/=*-]*/g,
  /\b(?=[\w-]*\d)[\w-]{20,}\b/g,
];

/**
 * Any thrown thing as one readable sentence without a final stop, at most 200 characters: never a key, an address, HTML or a
 * stack. `secrets` are left out wherever they stand.
 */
export function readableReason(thrown: unknown, secrets: readonly string[] = []): string {
  if (thrown instanceof ProviderError) return thrown.message;
  const network = networkReason(thrown);
  if (network !== undefined) return network;
  if (thrown instanceof Error && thrown.name === 'TimeoutError') return 'timed out';
  if (thrown instanceof Error && thrown.name === 'AbortError') return 'stopped';
  const message = thrown instanceof Error ? thrown.message : thrown;
  return (typeof message === 'string' ? readableSentence(message, secrets) : undefined) ?? 'unexpected error';
}

/** What a network failure means, found by the code of the error or of a cause of it; undefined for any other error. */
export function networkReason(thrown: unknown): string | undefined {
  const code = errorCode(thrown);
  return code === undefined ? undefined : NETWORK_REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/** The first sentence of a foreign text, or undefined when it is markup or nothing readable is left of it. */
export function readableSentence(text: string, secrets: readonly string[] = []): string | undefined {
  if (/<[a-z!/?]/i.test(text)) return undefined;
  const line = firstLine(text);
  const open = secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, ''), line);
  const clean = PRIVATE_PARTS.reduce((rest, pattern) => rest.replace(pattern, ''), open);
  const sentence = cleanText(clean, LONGEST_REASON)
    .split(/(?<=[.!?])\s/, 1)[0]
    ?.replace(/[<>]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.:,;([]+$/, '');
  return sentence !== undefined && /\p{L}{2}/u.test(sentence) ? sentence : undefined;
}

/** The start of a text's first line; a word that does not end there is left out, because it may be half a secret. */
function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n]/, 1)[0] ?? '';
  return line.length <= LONGEST_LOOK ? line : line.slice(0, LONGEST_LOOK).replace(/\S*$/, '');
}
