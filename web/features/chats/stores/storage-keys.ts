import { STORAGE_PREFIX } from '#shared/product.ts';

/** The three entries of specification §3, the searches under way, and where what cannot be read is set aside. */
export const KEYS = {
  chats: `${STORAGE_PREFIX}_chats`,
  messages: `${STORAGE_PREFIX}_messages`,
  currentChat: `${STORAGE_PREFIX}_current_chat`,
  running: `${STORAGE_PREFIX}_running`,
  unreadable: `${STORAGE_PREFIX}_unreadable_`,
} as const;
