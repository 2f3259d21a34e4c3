import type { ListedPerson, UpdatePersonRequest } from '#shared/lists.ts';
import { EDITABLE_FIELDS } from './changes.ts';

interface Versions {
  /** As this tab has just written it. */
  ours: ListedPerson;
  stored: ListedPerson;
  /** The versions that this tab has replaced with it. */
  replaced: readonly ListedPerson[];
}

/**
 * What this tab has just written about a person and another tab, which had not seen it, has overwritten with an older value. Fields that
 * the other tab itself has newly written stay. Undefined if nothing was overwritten.
 */
export function inverseEdit({ ours, stored, replaced }: Versions): UpdatePersonRequest | undefined {
  const differing = EDITABLE_FIELDS.filter((field) => stored[field] !== ours[field]);
  const undone = differing.filter((field) => replaced.some((before) => before[field] === stored[field]));
  if (undone.length === 0 || (differing.length === 1 && isDeliberateRevert({ ours, stored })))
    return undefined;
  const { note, status, rating = null } = ours;
  const all = { note, status, rating };
  return Object.fromEntries(undone.map((field) => [field, all[field]]));
}

/** Whether the only differing field was written after ours: the user had seen ours, and reverted it. */
const isDeliberateRevert = ({ ours, stored }: Pick<Versions, 'ours' | 'stored'>): boolean =>
  stored.updatedAt > ours.updatedAt && stored.origins[0]?.savedAt === ours.origins[0]?.savedAt;
