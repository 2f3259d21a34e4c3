const ID_DIGITS = 32;

/** What names a search: its owner, and the message that asked for it. */
export interface SearchName {
  /** A signed-in person's id, or 'anonymous'. */
  userId: string;
  chatId: string;
  messageId: string;
}

/**
 * The id of the search that a message asks for: `search_` and 128 bits of a SHA-256. The same message always names the same search,
 * so that a send can be repeated and picked up anywhere; it is as hard to guess as the message's own random id.
 */
export async function searchIdOf({ userId, chatId, messageId }: SearchName): Promise<string> {
  const name = new TextEncoder().encode([userId, chatId, messageId].join('/'));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', name));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `search_${hex.slice(0, ID_DIGITS)}`;
}
