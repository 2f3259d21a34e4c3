import type { Chat } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { type Entries, overlay, StoredList, valuesOf } from '#web/lib/stored-list.ts';
import { NOTICES, rebuildChats, restoreChat, restoreMessage } from './local-format.ts';
import { KEYS } from './remembered.ts';

/** Changes by id; null deletes. */
export interface Patch {
  chats?: ReadonlyMap<string, Chat | null>;
  messages?: ReadonlyMap<string, Message | null>;
}

export interface Snapshot {
  chats: ReadonlyMap<string, Chat>;
  /** In the order in which they were stored. */
  messages: ReadonlyMap<string, Message>;
}

export interface LocalArchiveOptions {
  storage: KeyValueStorage | undefined;
  now: () => number;
  onNotice: (text: string) => void;
  /** Changes that had been reported as unsaved are stored by now. */
  onStored?: () => void;
}

/**
 * The browser's chats and messages. Each change is merged into what is in storage at that moment, so that tabs do not overwrite each
 * other; what storage has no room for is kept in memory and retried with the next change, here or in another tab.
 */
export class LocalArchive {
  readonly #chats: StoredList<Chat>;
  readonly #messages: StoredList<Message>;
  readonly #onNotice: (text: string) => void;
  readonly #onStored: (() => void) | undefined;
  readonly #unsaved = { chats: new Map<string, Chat | null>(), messages: new Map<string, Message | null>() };
  /** The chats that unsaved changes are to, as they were stored: by comparison with them, other tabs' later changes show. */
  readonly #bases = new Map<string, Chat>();
  #hasReportedUnsaved = false;

  constructor({ storage, now, onNotice, onStored }: LocalArchiveOptions) {
    this.#onNotice = onNotice;
    this.#onStored = onStored;
    const onUnreadable = () => onNotice(NOTICES.unreadable);
    const common = { storage, now, onUnreadable, idOf: ({ id }: { id: string }) => id };
    this.#chats = new StoredList({ ...common, key: KEYS.chats, restore: restoreChat });
    this.#messages = new StoredList({ ...common, key: KEYS.messages, restore: restoreMessage });
  }

  /** Everything stored, overlaid with changes that could not be stored. */
  read(): Snapshot {
    const { chats, messages } = this.#merged();
    return { chats: valuesOf(chats), messages: valuesOf(messages) };
  }

  /** Makes a change. This page has it in any case; if it could not be stored, the user is told. */
  change(patch: Patch): void {
    this.#add(patch);
    const saved = this.#save();
    if (!saved) this.#saveRemovals(patch);
    this.#report(saved);
  }

  /** Stores what there was no room for, if there is now, as after another tab has deleted something. */
  retry(): void {
    if (this.hasUnsaved && this.#save()) this.#report(true);
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.chats.size + this.#unsaved.messages.size > 0;
  }

  #report(saved: boolean): void {
    const hadReported = this.#hasReportedUnsaved;
    this.#hasReportedUnsaved = !saved;
    if (saved && hadReported) this.#onStored?.();
    if (!saved && !hadReported) this.#onNotice(NOTICES.unsaved);
  }

  /** Makes a change only if it can be stored; otherwise everything stays as it was. */
  changeIfRoom(patch: Patch): boolean {
    const unsaved = [new Map(this.#unsaved.chats), new Map(this.#unsaved.messages)] as const;
    const messages = this.#messages.load();
    this.#add(patch);
    if (this.#save()) {
      this.#report(true);
      return true;
    }
    this.#messages.save(messages);
    this.forgetUnsaved();
    this.#add({ chats: unsaved[0], messages: unsaved[1] });
    return false;
  }

  /** Drops changes that are only in memory. */
  forgetUnsaved(): void {
    this.#unsaved.chats.clear();
    this.#unsaved.messages.clear();
    this.#bases.clear();
  }

  #add({ chats = new Map(), messages = new Map() }: Patch): void {
    const stored = this.#chats.load();
    for (const [id, chat] of chats) {
      const base = stored.get(id)?.value;
      if (base !== undefined && !this.#unsaved.chats.has(id)) this.#bases.set(id, base);
      this.#unsaved.chats.set(id, chat);
    }
    for (const [id, message] of messages) this.#unsaved.messages.set(id, message);
  }

  #merged(): { chats: Entries<Chat>; messages: Entries<Message> } {
    const stored = { chats: this.#chats.load(), messages: this.#messages.load() };
    for (const [id, base] of this.#bases) this.#takeChanges(id, base, stored);
    const messages = overlay(stored.messages, this.#unsaved.messages);
    const chats = overlay(stored.chats, this.#unsaved.chats);
    const isKnown = (chatId: string) => chats.has(chatId) || this.#unsaved.chats.has(chatId);
    const rebuilt = rebuildChats(valuesOf(messages).values(), isKnown);
    return { chats: overlay(chats, new Map(rebuilt.map((chat) => [chat.id, chat]))), messages };
  }

  /** Takes over what another tab has made of a chat with unsaved changes: it has deleted, renamed, archived or restored it. */
  #takeChanges(id: string, base: Chat, stored: { chats: Entries<Chat>; messages: Entries<Message> }): void {
    const now = stored.chats.get(id)?.value;
    const own = this.#unsaved.chats.get(id);
    const isIn = ({ chatId }: Message) => chatId === id;
    if (now !== undefined) {
      this.#bases.set(id, now);
      const changed = {
        ...(now.title !== base.title && { title: now.title }),
        ...(now.isArchived !== base.isArchived && { isArchived: now.isArchived }),
      };
      if (own) this.#unsaved.chats.set(id, { ...own, ...changed });
      // If only the list could not be read, the messages are still there.
    } else if (![...stored.messages.values()].some(({ value }) => isIn(value))) {
      this.#bases.delete(id);
      this.#unsaved.chats.delete(id);
      for (const [messageId, message] of this.#unsaved.messages)
        if (message !== null && isIn(message)) this.#unsaved.messages.delete(messageId);
    }
  }

  #save(): boolean {
    const { chats, messages } = this.#merged();
    const saved =
      (this.#unsaved.messages.size === 0 || this.#saveMessages(messages)) &&
      (this.#unsaved.chats.size === 0 || this.#chats.save(chats));
    if (saved) this.forgetUnsaved();
    return saved;
  }

  /** Stores a change by itself if it only removes or replaces what is stored: it must not wait for room for others. */
  #saveRemovals({ chats = new Map(), messages = new Map() }: Patch): void {
    const stored = this.#messages.load();
    const isRemoval =
      Array.from(chats.values()).every((chat) => chat === null) &&
      Array.from(messages).every(([id, message]) => message === null || stored.has(id));
    if (!isRemoval || !this.#messages.save(overlay(stored, messages))) return;
    if (!this.#chats.save(overlay(this.#chats.load(), chats))) return;
    for (const id of chats.keys()) {
      this.#unsaved.chats.delete(id);
      this.#bases.delete(id);
    }
    for (const id of messages.keys()) this.#unsaved.messages.delete(id);
  }

  /** If there is no room, drops data that no screen shows: first from the new messages, then from all. */
  #saveMessages(messages: Entries<Message>): boolean {
    if (this.#messages.save(messages)) return true;
    const isNew = (id: string) => this.#unsaved.messages.has(id);
    const saved =
      this.#messages.save(dropRawResults(messages, isNew)) ||
      this.#messages.save(dropRawResults(messages, () => true));
    if (saved) this.#onNotice(NOTICES.lightened);
    return saved;
  }
}

/** Drops the raw search and verification results of the entries that `isSelected` selects; what the screen shows is kept. */
function dropRawResults(entries: Entries<Message>, isSelected: (id: string) => boolean): Entries<Message> {
  return new Map(
    Array.from(entries, ([id, entry]) => {
      if (!isSelected(id) || !hasRawResults(entry.value)) return [id, entry];
      const value = withoutRawResults(entry.value);
      return [id, { raw: value, value }];
    }),
  );
}

const hasRawResults = ({ metadata }: Message): boolean =>
  metadata?.searchResults !== undefined || metadata?.deepResearchResults !== undefined;

/** The message without its raw results, which no screen shows. */
export function withoutRawResults({ metadata, ...message }: Message): Message {
  const { searchResults: _results, deepResearchResults: _research, ...kept } = metadata ?? {};
  return { ...message, metadata: kept };
}
