import type { ListedPerson, UpdatePersonRequest } from '#shared/lists.ts';

/** What the person writes about somebody. The fields are independent: whoever writes one of them last says nothing about the others. */
const WRITTEN = ['note', 'status', 'rating'] as const;

interface Versions {
  /** As this tab has just written it. */
  ours: ListedPerson;
  stored: ListedPerson;
  /** The versions that this tab has replaced with it. */
  replaced: readonly ListedPerson[];
}

/**
 * What this tab has just written about somebody and another tab, which had not seen it, has overwritten with an older value. What that tab
 * has newly written itself stays. Undefined if there is nothing.
 */
export function undoneEdit({ ours, stored, replaced }: Versions): UpdatePersonRequest | undefined {
  const differing = WRITTEN.filter((field) => stored[field] !== ours[field]);
  const undone = differing.filter((field) => replaced.some((before) => before[field] === stored[field]));
  if (undone.length === 0 || (differing.length === 1 && isAnew({ ours, stored }))) return undefined;
  const { note, status, rating = null } = ours;
  const all = { note, status, rating };
  return Object.fromEntries(undone.map((field) => [field, all[field]]));
}

/** Whether the only differing field was written after ours: the person had seen ours, and reverted it. */
const isAnew = ({ ours, stored }: Pick<Versions, 'ours' | 'stored'>): boolean =>
  stored.updatedAt > ours.updatedAt && stored.origins[0]?.savedAt === ours.origins[0]?.savedAt;
