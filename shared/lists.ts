import * as v from 'valibot';
import { AnswerContext } from './answer-context.ts';
import { changesSomething, NOTHING_TO_CHANGE } from './chat-contract.ts';
import { cleanText } from './clean-text.ts';
import { filledText } from './contract.ts';
import { ChatId, ListId, MessageId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { RATINGS } from './message.ts';
import { DisplayProfile } from './results.ts';
import { SentContext, SentProfile } from './sent-people.ts';
import { PastMoment, Timestamp } from './time.ts';

/* Lists of people that somebody keeps: people saved from answers, and those who are not to be shown. docs/behaviour.md#lists */

/** The list of those who are "not this person": hidden from every answer until taken back. Everybody has it; it is no shortlist. */
export const HIDDEN_LIST_ID = 'list_hidden';

/** What a person can be marked with by a click; any other words can be typed. */
export const STATUSES = ['new', 'contacted', 'replied', 'rejected'] as const;

/** docs/behaviour.md#lists */
export const LIST_LIMITS = {
  lists: 100,
  people: 1_000,
  /** Of one page of them. */
  peopleAPage: 100,
  /** Saved by one request. */
  peopleAtOnce: 25,
  origins: 20,
  /** In characters. */
  note: 2_000,
  status: 40,
  request: 200,
  /** Of a request that saves several people, in bytes. */
  bodyBytes: 600_000,
} as const;

export const PersonList = v.object({
  id: ListId,
  name: v.string(),
  createdAt: Timestamp,
  /** When it was renamed, or somebody came or went, last. */
  updatedAt: Timestamp,
  /** How many people are in it. */
  size: v.number(),
});
export type PersonList = v.InferOutput<typeof PersonList>;

/** The answer that somebody was saved from. */
const Origin = v.object({
  chatId: ChatId,
  messageId: MessageId,
  /** What was asked for, at most 200 characters of it. */
  request: v.string(),
  /** When the person was saved from there. */
  savedAt: Timestamp,
  /** Their score there. */
  relevanceScore: v.number(),
});

/** Somebody in a list. The same person is one entry of it, from however many answers. */
export const ListedPerson = v.object({
  /** As the card showed them when they were saved last. `profileUrl` is canonical and names the entry. */
  profile: DisplayProfile,
  /** Of the answer that the profile is from. */
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

export const ListName = filledText(LIMITS.titleLength);

/* Requests and answers of the lists' routes. docs/behaviour.md#http-contract */

/** Body of `PUT /api/lists/:id`. Safe to repeat: a list of that id is answered as it is. `createdAt` as of a chat. */
export const CreateListRequest = v.strictObject({ name: ListName, createdAt: v.exactOptional(PastMoment) });
export type CreateListRequest = v.InferOutput<typeof CreateListRequest>;

/** Body of `PATCH /api/lists/:id`. */
export const RenameListRequest = v.strictObject({ name: ListName });

/** A text of somebody's own that may be empty, trimmed; line breaks stay. */
const ownText = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => value.isWellFormed(), 'must be valid Unicode'),
    v.maxLength(longest, `must be at most ${longest} characters`),
  );

export const Note = ownText(LIST_LIMITS.note);
const Status = ownText(LIST_LIMITS.status);
const Rating = v.picklist(RATINGS, 'must be good or bad');

const SentOrigin = v.strictObject({
  ...Origin.entries,
  request: v.pipe(
    v.string(),
    v.transform((text) => cleanText(text, LIST_LIMITS.request)),
  ),
  savedAt: PastMoment,
  relevanceScore: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});

/**
 * Body of `PUT /api/lists/:id/people/:slug`. Safe to repeat: somebody who is in the list already stays one entry. It takes the profile that
 * is sent, with its criteria and sources, and keeps the origins of both. Note, status and rating are only taken where the entry has none.
 * `addedAt` is for somebody who was added elsewhere.
 */
export const SavePersonRequest = v.strictObject({
  profile: SentProfile,
  ...SentContext.entries,
  origins: v.pipe(
    v.array(SentOrigin),
    v.maxLength(LIST_LIMITS.origins, `must have at most ${LIST_LIMITS.origins} entries`),
  ),
  note: v.exactOptional(Note),
  status: v.exactOptional(Status),
  rating: v.exactOptional(Rating),
  addedAt: v.exactOptional(PastMoment),
});
export type SavePersonRequest = v.InferOutput<typeof SavePersonRequest>;

/** Body of `POST /api/lists/:id/people`: all of them are saved, or nobody where the list has no room for all. */
export const SavePeopleRequest = v.strictObject({
  people: v.pipe(
    v.array(SavePersonRequest),
    v.minLength(1, 'must not be empty'),
    v.maxLength(LIST_LIMITS.peopleAtOnce, `must have at most ${LIST_LIMITS.peopleAtOnce} entries`),
    v.check(
      (people) => new Set(people.map(({ profile }) => profile.profileUrl)).size === people.length,
      'must name nobody twice',
    ),
  ),
});
export type SavePeopleRequest = v.InferOutput<typeof SavePeopleRequest>;

/** Body of `PATCH /api/lists/:id/people/:slug`; a rating of null takes it back. */
export const UpdatePersonRequest = v.pipe(
  v.strictObject({
    note: v.exactOptional(Note),
    status: v.exactOptional(Status),
    rating: v.exactOptional(v.nullable(v.picklist(RATINGS, 'must be good, bad or null'))),
  }),
  v.check((body) => changesSomething(body), NOTHING_TO_CHANGE),
);
export type UpdatePersonRequest = v.InferOutput<typeof UpdatePersonRequest>;

/** Who is in a list, by {@link memberKeyOf}, in no order. */
const Members = v.array(v.string());

/** Answer of `GET /api/lists`: the shortlists, changed last first, and the list of those who are hidden, which is none of them. */
export const ListsAnswer = v.object({
  lists: v.array(v.object({ ...PersonList.entries, members: Members })),
  hidden: v.object({
    ...{ id: v.literal(HIDDEN_LIST_ID), size: v.number(), members: Members },
    /** Where the list cannot be read in full: then it has whom it can tell, and takes nobody more. */
    isDamaged: v.optional(v.literal(true)),
  }),
});
export type ListsAnswer = v.InferOutput<typeof ListsAnswer>;

/** Answer of `GET /api/lists/:id/people`: added last first; `cursor` goes back as a query parameter for the next page. */
export const PeopleAnswer = v.object({ people: v.array(ListedPerson), cursor: v.optional(v.string()) });
export type PeopleAnswer = v.InferOutput<typeof PeopleAnswer>;

/** Answer of `POST /api/lists/:id/people`: in the order in which they were sent. */
export const SavedPeopleAnswer = v.object({ people: v.array(ListedPerson) });
export type SavedPeopleAnswer = v.InferOutput<typeof SavedPeopleAnswer>;

/** Enough to tell a thousand people apart. */
const MEMBER_KEY_BYTES = 8;

/** Names somebody in a list in few characters: the first 64 bits of the SHA-256 of the canonical profile URL, as base64url. */
export async function memberKeyOf(profileUrl: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(profileUrl));
  const bytes = new Uint8Array(digest, 0, MEMBER_KEY_BYTES);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
