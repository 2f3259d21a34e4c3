import * as v from 'valibot';
import { filledText } from './contract.ts';
import { ChatId, ListId, MessageId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { RATINGS } from './message.ts';
import { DisplayProfile } from './results.ts';
import { Timestamp } from './time.ts';

/* Lists of people that somebody keeps: people saved from answers, and those who are not to be shown. docs/behaviour.md#lists */

/** The list of those who are "not this person": hidden from every answer until taken back. Everybody has it; it is no shortlist. */
export const HIDDEN_LIST_ID = 'list_hidden';

/** What a person can be marked with by a click; any other words can be typed. */
export const STATUSES = ['new', 'contacted', 'replied', 'rejected'] as const;

export const PersonList = v.object({
  id: ListId,
  name: v.string(),
  createdAt: Timestamp,
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
