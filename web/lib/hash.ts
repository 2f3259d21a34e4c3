/**
 * The SHA-256 of a text's UTF-8 bytes as 64 lower-case hex digits.
 * Undefined where the page is not a secure context (plain http on another machine), since browsers have no `crypto.subtle` there;
 * only the content delivery network asks for the hash, and that is always reached over https.
 */
export async function sha256Hex(
  text: string,
  { crypto = globalThis.crypto }: { crypto?: { subtle?: SubtleCrypto } } = {},
): Promise<string | undefined> {
  if (crypto.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
