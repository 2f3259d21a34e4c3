export type { ChatActions, ChatState } from './chat-context.ts';
export { ChatContext, useChat } from './chat-context.ts';
export { ChatProvider } from './chat-provider.tsx';
export { clearDrafts } from './components/use-draft.ts';
export { forgetPerson } from './forget-person.ts';
export { hasLocalChats, offersLocalChats } from './stores/bring-offer.ts';
export type { LocalData } from './stores/local-data.ts';
export { clearLocalData, exportLocalData, ImportError, importLocalData } from './stores/local-data.ts';
export type { ImportReport } from './stores/plan-import.ts';
