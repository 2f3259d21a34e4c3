import type { ListedPerson, UpdatePersonRequest } from '#shared/lists.ts';

/** What the person writes of somebody themselves. Each is one's own: whoever writes last of one says nothing of the others. */
const WRITTEN = ['note', 'status', 'rating'] as const;

interface Versions {
  /** As this tab has just written it. */
  ours: ListedPerson;
  stored: ListedPerson;
  /** What this tab has replaced by that. */
  replaced: readonly ListedPerson[];
}

/**
 * What this tab has just written of somebody and another tab, which had not seen it, has stored as it was before. What that tab has written
 * anew itself stays. Undefined for nothing.
 */
export function undoneEdit({ ours, stored, replaced }: Versions): UpdatePersonRequest | undefined {
  const differing = WRITTEN.filter((field) => stored[field] !== ours[field]);
  const undone = differing.filter((field) => replaced.some((before) => before[field] === stored[field]));
  if (undone.length === 0 || (differing.length === 1 && isAnew({ ours, stored }))) return undefined;
  const { note, status, rating = null } = ours;
  const all = { note, status, rating };
  return Object.fromEntries(undone.map((field) => [field, all[field]]));
}

/** Whether the one thing that differs was written after ours: the person has seen that, and taken it back. */
const isAnew = ({ ours, stored }: Pick<Versions, 'ours' | 'stored'>): boolean =>
  stored.updatedAt > ours.updatedAt && stored.origins[0]?.savedAt === ours.origins[0]?.savedAt;
