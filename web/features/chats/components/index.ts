export { Announcer, NoticeArea } from './announcements.tsx';
export { AssistantMessage, FailedAnswer, isBroken } from './assistant-message.tsx';
export { ModeBanner, TopBar } from './chat-header.tsx';
export { Composer, ComposerFooter } from './composer.tsx';
export type { AnswerProps } from './conversation.tsx';
export { Conversation } from './conversation.tsx';
export { ConversationSkeleton, SentQuestion } from './conversation-skeleton.tsx';
export { fetchChatList, Sidebar, SignedOut } from './sidebar.tsx';
export { StartScreen } from './start-screen.tsx';
