const keys = new Map<string, string>();

/**
 * What names somebody's card in the page. An answer's own ids are made of people's addresses, which a selection that is copied, or a page that is
 * saved, would tell where names are hidden.
 */
export function cardKeyOf(profileId: string): string {
  const key = keys.get(profileId) ?? String(keys.size + 1);
  keys.set(profileId, key);
  return key;
}
