export { useChatAddress } from './chat-address.ts';
export * from './chat-context.tsx';
export { handleStoreNews } from './create-session.ts';
export { forgetUser, readDraft, useDraft } from './drafts.ts';
export type { ImportReport, LocalData } from './local-import.ts';
export { clearLocalData, exportLocalData, ImportError, importLocalData } from './local-import.ts';
export type { ChatSession } from './session.ts';
export { findPersonLocally, removePersonLocally } from './stores/local-removal.ts';
export { hasStoredChats } from './stores/remembered.ts';
