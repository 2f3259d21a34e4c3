import { cleanText } from '#shared/clean-text.ts';
import { LIMITS } from '#shared/limits.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { SHARED_PATH } from '#shared/product.ts';
import { type DisplayData, profilesIn } from '#shared/results.ts';
import {
  type CreateShareRequest,
  SHARE_LIMITS,
  SHARE_TOO_LARGE,
  Share,
  Shared,
  SharesAnswer,
} from '#shared/shares.ts';
import { truncate } from '#shared/truncate.ts';
import { criteriaOf, judgedOf, keyOf, type Person } from '#web/features/people/index.ts';
import { isVerifiedByImport } from '#web/features/results/index.ts';
import { type Api, ApiError, isMissing } from '#web/lib/api.ts';
import type { CacheKey } from '#web/lib/cache-key.ts';
import { countOfPeople, inDigits } from '#web/lib/format.ts';
import { SHARING } from '#web/lib/page.ts';
import { deleteAt } from '#web/lib/refusals.ts';

/* Shares: as they are sent, as they are read, and as their owner sees them. */

/** People as seen by the user who may share them. */
export interface Shareable {
  kind: CreateShareRequest['kind'];
  /** The heading, unless another is chosen. */
  title: string;
  /** In their order; without names if those are hidden. */
  people: readonly Person[];
  /** How many people the answer or list has, if these are not all of them. */
  total?: number;
  /** The same people with their names, if those are hidden in what is shared. */
  hidden?: DisplayData | undefined;
}

/** The owner's choices. */
export interface ShareChoices {
  title: string;
  /** 1 to 90. */
  days: number;
  withNotes: boolean;
}

/** On one line, and truncated if it is too long, but never within a character. */
const cut = (text: string, maxLength: number): string => truncate(cleanText(text, maxLength), maxLength);

/** Describes which people a visitor with the link will see. */
export function describeSeen({ kind, people, total = people.length }: Shareable): string {
  return !isPart({ people, total })
    ? `${countOfPeople(total)} as this ${kind} shows them now`
    : `${inDigits(people.length)} of the ${countOfPeople(total)} of this ${kind} as it shows them now`;
}

/** Says why these people do not fit into one link; undefined if they do. */
export function describeExcess(people: readonly Person[]): string | undefined {
  const count = criteriaOf(people).length;
  if (count <= LIMITS.criteria) return undefined;
  return `These people were found by ${inDigits(count)} different criteria, and a link can show ${LIMITS.criteria}. Share fewer people.`;
}

export const titleOf = (title: string): string => cut(title, LIMITS.titleLength);

/** Everything that a link is to show, and nothing else that the page knows about the people. */
export function toShareRequest(
  { kind, people, hidden }: Shareable,
  { title, days, withNotes }: ShareChoices,
): Omit<CreateShareRequest, 'id'> {
  // People of a list come from several answers, each with its own criteria and ids.
  const criteria = criteriaOf(people);
  const ids = new Map(criteria.map((criterion, index) => [keyOf(criterion), `c${index + 1}`]));
  const hiddenUrls = new Map(profilesIn(hidden).map(({ id, profileUrl }) => [id, addressOf(profileUrl)]));
  const { providers } = people.find((person) => person.providers !== undefined) ?? {};
  const { profileProvider } = people.find((person) => person.profileProvider !== undefined) ?? {};
  return {
    kind,
    title: titleOf(title),
    criteria: criteria.map(({ subject, text, need, isUnscored }, index) => ({
      ...{ id: `c${index + 1}`, subject, text: cut(text, LIMITS.queryLength), need },
      ...(isUnscored && { isUnscored }),
    })),
    ...(profileProvider !== undefined && { profileProvider: titleOf(profileProvider) }),
    ...(providers !== undefined && { providers }),
    people: people.map((person, index) => {
      const { profile, isScored, note = '' } = person;
      const hiddenUrl = hiddenUrls.get(profile.id) ?? '';
      return {
        profile: {
          ...profile,
          // An answer's ids are derived from people's profile URLs.
          id: String(index + 1),
          profileUrl: addressOf(profile.profileUrl),
          ...(profile.verdicts && { verdicts: verdictsBy(ids, person) }),
          ...(isVerifiedByImport(person) && { isImported: true }),
        },
        ...(hiddenUrl !== '' && { hiddenUrl }),
        ...(withNotes && note.trim() !== '' && { note }),
        ...(!isScored && { isUnscored: true }),
      };
    }),
    days,
  };
}

const addressOf = (profileUrl: string): string => canonicalProfileUrl(profileUrl) ?? '';

/** A person's verdicts, under the ids that the criteria have in the share. */
const verdictsBy = (ids: ReadonlyMap<string, string>, person: Person) =>
  judgedOf(person).flatMap(({ criterion, verdict }) => {
    const criterionId = ids.get(keyOf(criterion));
    return criterionId === undefined ? [] : [{ ...verdict, criterionId }];
  });

/** The people of a share, each with the criteria that they were compared with. */
export function sharedPeople(shared: Shared): readonly Person[] {
  const { people, criteria, profileProvider, isImported, providers } = shared;
  return people.map(({ profile, note, isUnscored = false }, index) => {
    const judgedIds = new Set(profile.verdicts?.map(({ criterionId }) => criterionId));
    const own = criteria.filter(({ id }) => judgedIds.has(id));
    return {
      // The request that made the share may have given two people the same id.
      key: String(index),
      rank: index + 1,
      profile,
      isScored: !isUnscored,
      // Reuses the shared array if the criteria are the same, so that rendering stays stable.
      criteria: own.length === criteria.length ? criteria : own,
      profileProvider,
      isImported,
      providers,
      ...(note !== undefined && { note }),
    };
  });
}

/** Whether only some people of the answer or list have been chosen. */
export const isPart = ({ people, total = people.length }: Pick<Shareable, 'people' | 'total'>): boolean =>
  people.length !== total;

const SHARING_PART = `${SHARING}-some`;

/**
 * The URL hash of a list, or of an answer in its chat, that a user who has gone to sign in wants to share.
 * @param isOfPart only some of its people were chosen. The choice does not outlast the sign-in, and sharing everybody was not asked for:
 *   the user returns there without sharing anything.
 */
export function sharingHash(answerId: string | undefined, isOfPart: boolean): string {
  const hash = isOfPart ? SHARING_PART : SHARING;
  return answerId === undefined ? hash : `${hash}-${answerId}`;
}

/** The hash of the answer itself, if a hash is for sharing one; others as they are. */
export const withoutSharing = (hash: string): string =>
  hash.replace(SHARING_PART, SHARING).replace(`${SHARING}-`, '#');

export const linkOf = ({ token }: Pick<Share, 'token'>): string =>
  new URL(SHARED_PATH + token, location.origin).href;

/** The query key of the user's own shares. */
export const OWN_SHARES: CacheKey = ['shares'];

/** The user's own shares. @throws ApiError */
export const sharesOver = (api: Api) => ({
  list: async (signal?: AbortSignal): Promise<readonly Share[]> =>
    (await api.json(SharesAnswer, { method: 'GET', path: '/shares', signal })).shares,

  /**
   * Idempotent for the same id. A body over the limit is refused before it is sent: above 6 MB the cloud would decline it itself, without
   * saying that fewer people are the way out.
   */
  create: async (body: CreateShareRequest): Promise<Share> => {
    if (new TextEncoder().encode(JSON.stringify(body)).length > SHARE_LIMITS.bodyBytes)
      throw new ApiError({ status: 413, code: 'body-too-large', message: SHARE_TOO_LARGE });
    return api.json(Share, { method: 'POST', path: '/shares', body });
  },

  /** Succeeds even if the share is already gone. */
  revoke: ({ id }: Pick<Share, 'id'>): Promise<void> => deleteAt(api, `/shares/${id}`),
});

/** What is shared at a token; undefined if nothing is. @throws ApiError */
export async function readShared(api: Api, token: string, signal?: AbortSignal): Promise<Shared | undefined> {
  try {
    const path = `/shared/${encodeURIComponent(token)}`;
    return await api.json(Shared, { method: 'GET', path, signal });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
