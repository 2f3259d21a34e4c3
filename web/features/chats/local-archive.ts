import * as v from 'valibot';
import type { Chat } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import { type KeyValueStorage, keysWith, readText, writeText } from '#web/lib/storage.ts';
import { NOTICES, type Restored, rebuildChats, restoreChat, restoreMessage } from './local-format.ts';
import { KEYS } from './remembered.ts';

/** What is to change, by id; null deletes. */
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
}

/**
 * The browser's chats and messages. Each change is merged into what storage holds at that moment, so tabs do not overwrite each
 * other; what storage has no room for is kept in memory and tried again with the next change.
 */
export class LocalArchive {
  readonly #chats: LocalList<Chat>;
  readonly #messages: LocalList<Message>;
  readonly #onNotice: (text: string) => void;
  readonly #unsaved = { chats: new Map<string, Chat | null>(), messages: new Map<string, Message | null>() };
  #hasToldUnsaved = false;

  constructor({ storage, now, onNotice }: LocalArchiveOptions) {
    this.#onNotice = onNotice;
    const common = { storage, now, onUnreadable: () => onNotice(NOTICES.unreadable) };
    this.#chats = new LocalList({ ...common, key: KEYS.chats, restore: restoreChat });
    this.#messages = new LocalList({ ...common, key: KEYS.messages, restore: restoreMessage });
  }

  /** Everything stored, with what could not be stored laid over it. */
  read(): Snapshot {
    const { chats, messages } = this.#merged();
    return { chats: valuesOf(chats), messages: valuesOf(messages) };
  }

  /** Holds for this page in any case; the person is told when it could not be stored. */
  change(patch: Patch): void {
    this.#add(patch);
    const saved = this.#save();
    if (!saved && !this.#hasToldUnsaved) this.#onNotice(NOTICES.unsaved);
    this.#hasToldUnsaved = !saved;
  }

  /** Makes the change only if it can be stored; otherwise everything is as before. */
  changeIfRoom(patch: Patch): boolean {
    const unsaved = [new Map(this.#unsaved.chats), new Map(this.#unsaved.messages)] as const;
    const messages = this.#messages.load();
    this.#add(patch);
    if (this.#save()) return true;
    this.#messages.save(messages);
    this.forgetUnsaved();
    this.#add({ chats: unsaved[0], messages: unsaved[1] });
    return false;
  }

  /** Forgets what only memory holds. */
  forgetUnsaved(): void {
    this.#unsaved.chats.clear();
    this.#unsaved.messages.clear();
  }

  #add({ chats = new Map(), messages = new Map() }: Patch): void {
    for (const [id, chat] of chats) this.#unsaved.chats.set(id, chat);
    for (const [id, message] of messages) this.#unsaved.messages.set(id, message);
  }

  #merged(): { chats: Entries<Chat>; messages: Entries<Message> } {
    const messages = overlay(this.#messages.load(), this.#unsaved.messages);
    const chats = overlay(this.#chats.load(), this.#unsaved.chats);
    const isKnown = (chatId: string) => chats.has(chatId) || this.#unsaved.chats.has(chatId);
    const rebuilt = rebuildChats(valuesOf(messages).values(), isKnown);
    return { chats: overlay(chats, new Map(rebuilt.map((chat) => [chat.id, chat]))), messages };
  }

  #save(): boolean {
    const { chats, messages } = this.#merged();
    const saved =
      (this.#unsaved.messages.size === 0 || this.#saveMessages(messages)) &&
      (this.#unsaved.chats.size === 0 || this.#chats.save(chats));
    if (saved) this.forgetUnsaved();
    return saved;
  }

  /** Without room, what no screen shows goes first: of the new messages, then of all. */
  #saveMessages(messages: Entries<Message>): boolean {
    if (this.#messages.save(messages)) return true;
    const isNew = (id: string) => this.#unsaved.messages.has(id);
    const saved =
      this.#messages.save(lighten(messages, isNew)) || this.#messages.save(lighten(messages, () => true));
    if (saved) this.#onNotice(NOTICES.lightened);
    return saved;
  }
}

interface LocalListOptions<Value> {
  storage: KeyValueStorage | undefined;
  key: string;
  restore: (raw: unknown) => Restored<Value> | undefined;
  now: () => number;
  /** Called once for each text that could not be read in full. */
  onUnreadable: () => void;
}

interface Loaded<Value> {
  text: string | undefined;
  entries: Entries<Value>;
  /** What could neither be read nor set aside: it stays in the list. Undefined for a text that is no list at all. */
  leftovers: readonly unknown[] | undefined;
}

const EMPTY = { text: undefined, entries: new Map<string, never>(), leftovers: [] };

/** More than this many set-aside entries would eat the room that chats need; the oldest goes. */
const MOST_KEPT = 5;

const StoredList = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** One list of entries under one key of the browser's storage, read anew whenever another tab has changed it. */
class LocalList<Value extends { id: string }> {
  readonly #options: LocalListOptions<Value>;
  #loaded: Loaded<Value> = EMPTY;

  constructor(options: LocalListOptions<Value>) {
    this.#options = options;
  }

  /** What can be read. The rest is set aside. Never throws. */
  load(): Entries<Value> {
    const { storage, key } = this.#options;
    const text = readText(storage, key);
    if (text !== this.#loaded.text) this.#loaded = this.#parse(text);
    return this.#loaded.entries;
  }

  /** Whether the entries are now stored; otherwise what was stored before is still there. */
  save(entries: Entries<Value>): boolean {
    const { storage, key } = this.#options;
    const { leftovers } = this.#loaded;
    if (leftovers === undefined) return false;
    const text = JSON.stringify([...Array.from(entries.values(), ({ raw }) => raw), ...leftovers]);
    if (!writeText(storage, key, text)) return false;
    this.#loaded = { text, entries, leftovers };
    return true;
  }

  #parse(text: string | undefined): Loaded<Value> {
    if (text === undefined) return EMPTY;
    const list = v.safeParse(StoredList, text);
    if (!list.success) return this.#moveAside(text);
    const { entries, unreadable } = this.#restoreAll(list.output);
    if (unreadable.length === 0) return { text, entries, leftovers: [] };
    this.#options.onUnreadable();
    this.#loaded = { text, entries, leftovers: this.#setAside(unreadable) ? [] : unreadable };
    this.save(entries);
    return this.#loaded;
  }

  #restoreAll(list: readonly unknown[]): { entries: Entries<Value>; unreadable: unknown[] } {
    const entries = new Map<string, { raw: unknown; value: Value }>();
    const unreadable: unknown[] = [];
    for (const raw of list) {
      const restored = this.#options.restore(raw);
      if (restored?.intact !== true) unreadable.push(raw);
      if (restored === undefined) continue;
      const { value, intact } = restored;
      entries.set(value.id, { raw: intact ? raw : value, value });
    }
    return { entries, unreadable };
  }

  /** Moving needs no more room than the text had, so a full storage can still take it. */
  #moveAside(text: string): Loaded<Value> {
    const { storage, key, onUnreadable } = this.#options;
    onUnreadable();
    writeText(storage, key, undefined);
    if (this.#setAside(text)) return EMPTY;
    writeText(storage, key, text);
    return { text, entries: new Map(), leftovers: undefined };
  }

  /**
   * Keeps what could not be read, the whole text or the entries concerned, under a key of its own, for people who can mend it.
   * Returns whether it is kept.
   */
  #setAside(content: unknown): boolean {
    const { storage, key, now } = this.#options;
    for (const oldest of keysWith(storage, KEYS.unreadable).slice(0, -MOST_KEPT + 1)) {
      writeText(storage, oldest, undefined);
    }
    let at = now();
    while (readText(storage, `${KEYS.unreadable}${at}`) !== undefined) at += 1;
    return writeText(storage, `${KEYS.unreadable}${at}`, JSON.stringify({ key, content }));
  }
}

/** The entries without the raw search and verification results of those that `concerns` names; what the screen shows is kept. */
function lighten(entries: Entries<Message>, concerns: (id: string) => boolean): Entries<Message> {
  return new Map(
    Array.from(entries, ([id, entry]) => {
      if (!concerns(id) || !isHeavy(entry.value)) return [id, entry];
      const value = lighter(entry.value);
      return [id, { raw: value, value }];
    }),
  );
}

const isHeavy = ({ metadata }: Message): boolean =>
  metadata?.searchResults !== undefined || metadata?.deepResearchResults !== undefined;

/** The message without what no screen shows of it. */
export function lighter({ metadata, ...message }: Message): Message {
  const { searchResults: _results, deepResearchResults: _research, ...kept } = metadata ?? {};
  return { ...message, metadata: kept };
}

/** Entries by id: `raw` as stored, so that what is not touched is written back as it was, fields of a newer version included. */
export type Entries<Value> = ReadonlyMap<string, { raw: unknown; value: Value }>;

/** The entries with changes laid over them; null deletes. */
function overlay<Value>(entries: Entries<Value>, changes: ReadonlyMap<string, Value | null>): Entries<Value> {
  if (changes.size === 0) return entries;
  const merged = new Map(entries);
  for (const [id, value] of changes) {
    if (value === null) merged.delete(id);
    else merged.set(id, { raw: value, value });
  }
  return merged;
}

const valuesOf = <Value>(entries: Entries<Value>): Map<string, Value> =>
  new Map(Array.from(entries, ([id, { value }]) => [id, value]));
