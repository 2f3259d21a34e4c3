/** What only those load whose browser holds a session, or held one. */
export { SessionNotice } from './components/session-notice.tsx';
export { SignedIn } from './components/signed-in.tsx';
