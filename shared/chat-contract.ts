import * as v from 'valibot';
import { Chat } from './chat.ts';
import { ChatId, MessageId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { Message, MessageMetadata, RATINGS } from './message.ts';
import { changeOf, nonBlankText, withoutUnknownFields } from './schemas.ts';
import { PastTimestamp } from './time.ts';

/* Requests and responses of the chats function. A single chat or message is returned as is. docs/behaviour.md#http-contract */

const Title = nonBlankText(LIMITS.titleLength);
const Content = nonBlankText(LIMITS.contentLength);

/**
 * Body of `POST /api/chats`. Idempotent: if the chat exists, it is returned unchanged. `createdAt` is for a chat that was started
 * elsewhere; otherwise the server sets it.
 */
export const CreateChatRequest = v.strictObject({
  id: ChatId,
  title: v.exactOptional(Title),
  createdAt: v.exactOptional(PastTimestamp),
});
export type CreateChatRequest = v.InferOutput<typeof CreateChatRequest>;

/** Body of `PATCH /api/chats/:id`. */
export const UpdateChatRequest = changeOf({
  title: v.exactOptional(Title),
  isArchived: v.exactOptional(v.boolean()),
});
export type UpdateChatRequest = v.InferOutput<typeof UpdateChatRequest>;

/** Body of `POST /api/chats/:id/messages`. Idempotent. `timestamp` is for a message written elsewhere; otherwise the server sets it. */
export const AddMessageRequest = v.strictObject({
  id: MessageId,
  role: v.picklist(['user', 'assistant'], 'must be user or assistant'),
  content: Content,
  metadata: v.exactOptional(withoutUnknownFields(MessageMetadata)),
  timestamp: v.exactOptional(PastTimestamp),
});
export type AddMessageRequest = v.InferOutput<typeof AddMessageRequest>;

/** Body of `PATCH /api/chats/:id/messages/:messageId`. A rating of null removes it. */
export const UpdateMessageRequest = changeOf({
  content: v.exactOptional(Content),
  metadata: v.exactOptional(
    v.strictObject({ rating: v.nullable(v.picklist(RATINGS, 'must be good, bad or null')) }),
  ),
});
export type UpdateMessageRequest = v.InferOutput<typeof UpdateMessageRequest>;

/** Response of `GET /api/chats`, also with `archived=true`: latest activity first. Send `cursor` as a query parameter for the next page. */
export const ChatsAnswer = v.object({ chats: v.array(Chat), cursor: v.optional(v.string()) });
export type ChatsAnswer = v.InferOutput<typeof ChatsAnswer>;

/** Response of `GET /api/chats/:id/messages`: oldest first; `cursor` as above. */
export const MessagesAnswer = v.object({ messages: v.array(Message), cursor: v.optional(v.string()) });
export type MessagesAnswer = v.InferOutput<typeof MessagesAnswer>;

/** Response of every DELETE. */
export const DeletedAnswer = v.object({ deleted: v.literal(true) });
export type DeletedAnswer = v.InferOutput<typeof DeletedAnswer>;
