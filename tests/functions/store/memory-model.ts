import type { Chat } from '#shared/chat.ts';
import type { Message, Rating } from '#shared/message.ts';

interface Owned {
  chat: Chat;
  messages: Message[];
  deletedIds: Set<string>;
}

/** What the store should do, in its simplest form: one person, sequentially, in memory. */
export class MemoryModel {
  readonly #chats = new Map<string, Owned>();
  readonly #deletedChats = new Set<string>();

  create(chatId: string, title: string, at: string) {
    if (this.#deletedChats.has(chatId)) return 'deleted';
    if (this.#chats.has(chatId)) return 'exists';
    this.#chats.set(chatId, { chat: this.#newChat(chatId, title, at), messages: [], deletedIds: new Set() });
    return 'created';
  }

  update(chatId: string, change: { title?: string; isArchived?: boolean }, at: string): Chat | undefined {
    const owned = this.#chats.get(chatId);
    if (owned === undefined) return undefined;
    owned.chat = { ...owned.chat, ...change, updatedAt: at };
    return owned.chat;
  }

  delete(chatId: string): boolean {
    if (this.#chats.has(chatId)) this.#deletedChats.add(chatId);
    return this.#chats.delete(chatId);
  }

  read(chatId: string): Chat | undefined {
    return this.#chats.get(chatId)?.chat;
  }

  list(archived = false): Chat[] {
    const listed = [...this.#chats.values()]
      .map(({ chat }) => chat)
      .filter(({ isArchived }) => isArchived === archived);
    return listed.sort((a, b) => (a.lastMessageAt + a.id < b.lastMessageAt + b.id ? 1 : -1));
  }

  messages(chatId: string): Message[] | undefined {
    const owned = this.#chats.get(chatId);
    return owned?.messages.toSorted((a, b) => (a.timestamp + a.id < b.timestamp + b.id ? -1 : 1));
  }

  add(message: Message): 'added' | 'exists' | 'conflict' | 'no-chat' {
    const owned = this.#chats.get(message.chatId);
    if (owned === undefined) return 'no-chat';
    if (owned.deletedIds.has(message.id)) return 'conflict';
    const existing = owned.messages.find(({ id }) => id === message.id);
    if (existing !== undefined)
      return existing.role === message.role && existing.content === message.content ? 'exists' : 'conflict';
    owned.messages.push(message);
    const { chat } = owned;
    const later = (known: string) => (message.timestamp > known ? message.timestamp : known);
    owned.chat = {
      ...chat,
      messageCount: chat.messageCount + 1,
      lastMessageAt: later(chat.lastMessageAt),
      updatedAt: later(chat.updatedAt),
    };
    return 'added';
  }

  rate(chatId: string, messageId: string, rating: Rating | null): Message | undefined {
    const message = this.#chats.get(chatId)?.messages.find(({ id }) => id === messageId);
    if (message === undefined) return undefined;
    if (rating === null) delete message.metadata;
    else message.metadata = { rating };
    return message;
  }

  remove(chatId: string, messageId: string, at: string): boolean {
    const owned = this.#chats.get(chatId);
    const left = owned?.messages.filter(({ id }) => id !== messageId);
    if (owned === undefined || left?.length !== owned.messages.length - 1) return false;
    owned.messages = left;
    owned.deletedIds.add(messageId);
    owned.chat = { ...owned.chat, messageCount: left.length, updatedAt: at };
    return true;
  }

  search(question: Message, reply: Message, title: string): void {
    if (this.#deletedChats.has(question.chatId)) return;
    this.create(question.chatId, title, question.timestamp);
    const asked = this.add(question);
    if (asked === 'added' || asked === 'exists') this.add(reply);
  }

  #newChat(id: string, title: string, at: string): Chat {
    const dates = { createdAt: at, updatedAt: at, lastMessageAt: at };
    return { id, userId: 'owner', title, ...dates, messageCount: 0, isArchived: false };
  }
}
