const keys = new Map<string, string>();

/**
 * Identifies a person's card in the page. An answer's own ids are derived from profile URLs, which a copied selection or a saved page would
 * reveal although names are hidden.
 */
export function cardKeyOf(profileId: string): string {
  const key = keys.get(profileId) ?? String(keys.size + 1);
  keys.set(profileId, key);
  return key;
}
