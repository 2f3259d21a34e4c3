import * as v from 'valibot';
import { AnswerContext } from './answer-context.ts';
import { DeletedAnswer } from './chat-contract.ts';
import { cleanText } from './clean-text.ts';
import { ChatId, ListId, MessageId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { canonicalProfileUrl } from './linkedin-url.ts';
import { RATINGS } from './message.ts';
import { DisplayProfile } from './results.ts';
import { listOf, nonBlankText, userText } from './schemas.ts';
import { SentContext, SentProfile } from './sent-people.ts';
import { PastTimestamp, Timestamp } from './time.ts';

/* A user's lists of people: those saved from answers, and those hidden from answers. docs/behaviour.md#lists */

/** The list of people marked "not this person", who are hidden from every answer. Every user has it; it is not a shortlist. */
export const HIDDEN_LIST_ID = 'list_hidden';

/** The statuses offered for a person in a list; any other text can be typed. */
export const STATUSES = ['new', 'contacted', 'replied', 'rejected'] as const;

/** docs/behaviour.md#lists */
export const LIST_LIMITS = {
  lists: 100,
  people: 1_000,
  /** Per page. */
  peoplePerPage: 100,
  /** Per request. */
  peoplePerRequest: 25,
  origins: 20,
  /** In characters. */
  note: 2_000,
  status: 40,
  request: 200,
  /** The body of a request that saves several people, in bytes. */
  bodyBytes: 600_000,
} as const;

export const PersonList = v.object({
  id: ListId,
  name: v.string(),
  createdAt: Timestamp,
  /** When it was last renamed, or somebody was last added or removed. */
  updatedAt: Timestamp,
  /** How many people are in it. */
  size: v.number(),
});
export type PersonList = v.InferOutput<typeof PersonList>;

/** The answer that a person was saved from. */
const Origin = v.object({
  chatId: ChatId,
  messageId: MessageId,
  /** The request, cut to 200 characters. */
  request: v.string(),
  /** When the person was saved from that answer. */
  savedAt: Timestamp,
  /** Their score in that answer. */
  relevanceScore: v.number(),
  /** They were never scored in it, because the search ended first. */
  isUnscored: v.exactOptional(v.boolean()),
});

/** A person in a list. Each person has one entry, even if saved from several answers. */
export const ListedPerson = v.object({
  /** As shown on the card when the person was last saved. `profileUrl` is canonical and identifies the entry. */
  profile: DisplayProfile,
  /** The context of the answer that the profile is from. */
  ...AnswerContext.entries,
  note: v.string(),
  status: v.string(),
  rating: v.optional(v.picklist(RATINGS)),
  /** Newest first. */
  origins: v.array(Origin),
  addedAt: Timestamp,
  updatedAt: Timestamp,
});
export type ListedPerson = v.InferOutput<typeof ListedPerson>;

export const ListName = nonBlankText(LIMITS.titleLength);

/* Requests and responses of the list routes. docs/behaviour.md#http-contract */

/** Body of `PUT /api/lists/:id`. Idempotent: if the list exists, it is returned unchanged. `createdAt` is as for a chat. */
export const CreateListRequest = v.strictObject({
  name: ListName,
  createdAt: v.exactOptional(PastTimestamp),
});
export type CreateListRequest = v.InferOutput<typeof CreateListRequest>;

/** Body of `PATCH /api/lists/:id`. */
export const RenameListRequest = v.strictObject({ name: ListName });

export const Note = userText(LIST_LIMITS.note);
const Status = userText(LIST_LIMITS.status);
const Rating = v.picklist(RATINGS, 'must be good or bad');

const SentOrigin = v.strictObject({
  ...Origin.entries,
  request: v.pipe(
    v.string(),
    v.transform((text) => cleanText(text, LIST_LIMITS.request)),
  ),
  savedAt: PastTimestamp,
  relevanceScore: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});

/**
 * Body of `PUT /api/lists/:id/people/:slug`. Idempotent: a person who is already in the list keeps their one entry. It gets the profile
 * sent, with its context, unless its own was saved from a later answer, and the origins of both. Note, status and rating are used only if
 * the entry has none. `addedAt` is for a person who was added elsewhere.
 */
export const SavePersonRequest = v.strictObject({
  profile: SentProfile,
  ...SentContext.entries,
  origins: listOf(SentOrigin, LIST_LIMITS.origins),
  note: v.exactOptional(Note),
  status: v.exactOptional(Status),
  rating: v.exactOptional(Rating),
  addedAt: v.exactOptional(PastTimestamp),
});
export type SavePersonRequest = v.InferOutput<typeof SavePersonRequest>;

/** Body of `POST /api/lists/:id/people`. Saves all of them, or nobody if the list does not have enough room. */
export const SavePeopleRequest = v.strictObject({
  people: v.pipe(
    listOf(SavePersonRequest, LIST_LIMITS.peoplePerRequest),
    v.minLength(1, 'must not be empty'),
    v.check(
      (people) => new Set(people.map(({ profile }) => profile.profileUrl)).size === people.length,
      'must name nobody twice',
    ),
  ),
});
export type SavePeopleRequest = v.InferOutput<typeof SavePeopleRequest>;

/** What a user writes about a person. A rating of null removes it. */
const PersonEdit = v.strictObject({
  note: v.exactOptional(Note),
  status: v.exactOptional(Status),
  rating: v.exactOptional(v.nullable(v.picklist(RATINGS, 'must be good, bad or null'))),
});
export type PersonEdit = v.InferOutput<typeof PersonEdit>;

/** The texts about a person as the one who edits them knew them. */
const KnownTexts = v.strictObject({ note: v.exactOptional(Note), status: v.exactOptional(Status) });
export type KnownTexts = v.InferOutput<typeof KnownTexts>;

/**
 * Body of `PATCH /api/lists/:id/people/:slug`. If a text that it changes is by now another than is known, nothing is changed, and the
 * response is the entry as it is.
 */
export const UpdatePersonRequest = v.pipe(
  v.strictObject({ ...PersonEdit.entries, known: v.exactOptional(KnownTexts) }),
  v.check(({ known: _, ...edit }) => Object.keys(edit).length > 0, 'must change something'),
);
export type UpdatePersonRequest = v.InferOutput<typeof UpdatePersonRequest>;

/** The people in a list, as {@link memberKeyOf} keys in no particular order. */
const Members = v.array(v.string());

/** Response of `GET /api/lists`: the shortlists, most recently changed first, and separately the list of hidden people. */
export const ListsAnswer = v.object({
  lists: v.array(v.object({ ...PersonList.entries, members: Members })),
  hidden: v.object({
    ...{ id: v.literal(HIDDEN_LIST_ID), size: v.number(), members: Members },
    /** Set if the list cannot be read in full: then it contains the people that can be read, and nobody can be added. */
    isDamaged: v.optional(v.literal(true)),
  }),
});
export type ListsAnswer = v.InferOutput<typeof ListsAnswer>;

/**
 * A profile's slug in a path of the API: percent-encoded, but with `~` in place of `%`. CloudFront signs its requests to the functions, and
 * for a path with percent-encoded characters its signature may differ from the one that AWS computes there.
 */
export const slugInPath = (slug: string): string =>
  encodeURIComponent(slug).replaceAll('~', '%7E').replaceAll('%', '~');

/**
 * The canonical profile URL that a slug in a path stands for, as {@link slugInPath} writes it or decoded; undefined if there is none.
 */
export function profileUrlInPath(slug: string): string | undefined {
  const written = encodeURIComponent(slug).replaceAll(/~(?=[\dA-F]{2})/g, '%');
  return canonicalProfileUrl(`https://www.linkedin.com/in/${written}`);
}

/** Response of `GET /api/lists/:id/people`: most recently added first. Send `cursor` as a query parameter for the next page. */
export const PeopleAnswer = v.object({ people: v.array(ListedPerson), cursor: v.optional(v.string()) });
export type PeopleAnswer = v.InferOutput<typeof PeopleAnswer>;

/**
 * Response of `POST /api/lists/:id/people`: in the order in which they were sent, and the profile URLs of those who were not in the list
 * before, which an older service does not name.
 */
export const SavedPeopleAnswer = v.object({
  people: v.array(ListedPerson),
  added: v.optional(v.array(v.string())),
});
export type SavedPeopleAnswer = v.InferOutput<typeof SavedPeopleAnswer>;

/** Response of `DELETE /api/lists/:id/people/:slug`, with the entry as it was unless it was damaged, so that it can be restored. */
export const RemovedPersonAnswer = v.object({
  ...DeletedAnswer.entries,
  person: v.exactOptional(ListedPerson),
});
export type RemovedPersonAnswer = v.InferOutput<typeof RemovedPersonAnswer>;

/** Enough to distinguish a thousand people. */
const MEMBER_KEY_BYTES = 8;

/** A short key for a person in a list: the first 64 bits of the SHA-256 of the canonical profile URL, as base64url. */
export async function memberKeyOf(profileUrl: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(profileUrl));
  const bytes = new Uint8Array(digest, 0, MEMBER_KEY_BYTES);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
