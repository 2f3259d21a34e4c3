import * as v from 'valibot';

/** The page from which the user came to sign in and to which they return: the path of a chat, a list or all lists on this site. */
const ReturnTo = v.pipe(v.string(), v.regex(/^\/(lists|(chat|lists)\/[\w-]+(#[\w-]+)?)$/));

/**
 * State that these screens keep in the browser's history entry: it survives a reload and going back, is visible to this tab only, and
 * cannot be set by a link from elsewhere. Never a password. `codeFor` is the address whose code the screen asks for, `typed` the address
 * that was entered when the screen was left for another of them. On /login, `confirmed` is an address whose code was correct, and `reset`
 * one that has a new password; on /forgot-password, `mustReset` is one whose sign-in led there.
 */
const AuthHistoryState = v.object({
  codeFor: v.optional(v.string()),
  typed: v.optional(v.string()),
  confirmed: v.optional(v.string()),
  reset: v.optional(v.string()),
  mustReset: v.optional(v.string()),
  returnTo: v.optional(ReturnTo),
});
export type AuthHistoryState = v.InferOutput<typeof AuthHistoryState>;

export function readHistoryState(): AuthHistoryState {
  const kept = v.safeParse(AuthHistoryState, history.state);
  return kept.success ? kept.output : {};
}

/** Adds to the current history entry's state. */
function addToHistoryState(state: AuthHistoryState): void {
  history.replaceState({ ...readHistoryState(), ...state }, '');
}

/** Remembers the address whose code is asked for; undefined forgets it. */
export function keepAddress(codeFor: string | undefined): void {
  if (readHistoryState().codeFor !== codeFor) addToHistoryState({ codeFor });
}

/** If the screen is shown at the URL of a chat or list, remembers that as the page to return to, whatever URL a provider redirects to. */
export function keepPlace({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): void {
  const returnTo = pathname + hash;
  if (v.is(ReturnTo, returnTo)) addToHistoryState({ returnTo });
}

/** The state for navigating to another of these screens: `state`, plus the page to return to. */
export function navigationState(state: AuthHistoryState = {}): AuthHistoryState {
  return { ...state, returnTo: readHistoryState().returnTo };
}

/** The same with the address typed so far, which is also restored when going back. */
export function navigationStateWithTyped(typed: string | undefined): AuthHistoryState {
  if (typed !== undefined) addToHistoryState({ typed });
  return navigationState({ typed: typed ?? readHistoryState().typed });
}
