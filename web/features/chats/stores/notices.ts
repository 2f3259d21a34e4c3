/** What the browser's storage has to tell a person. */
export const NOTICES = {
  unreadable:
    'Some of the chats stored in this browser could not be read. They were set aside; everything else is here.',
  unsaved:
    'This browser could not store your latest changes: its storage is full or switched off. They are kept until this page is closed; earlier chats are untouched.',
  lightened:
    "This browser's storage is full. To make room, raw search data that no screen shows was dropped; all messages and results are kept.",
} as const;
