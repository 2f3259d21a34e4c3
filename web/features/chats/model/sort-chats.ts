import type { Chat } from '#shared/chat.ts';

/** The chat list as shown: not archived, newest activity first. */
export const listedChats = (chats: Iterable<Chat>): Chat[] =>
  Array.from(chats)
    .filter((chat) => !chat.isArchived)
    .sort((a, b) => compareText(b.lastMessageAt, a.lastMessageAt) || compareText(b.id, a.id));

/** Negative, 0 or positive as `a` sorts before, with or after `b` by code unit: right for timestamps and ids, unlike a locale's order. */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);
