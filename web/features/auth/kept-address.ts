import * as v from 'valibot';

/** The chat, list or lists from which somebody came to sign in, to which signing in leads back: a path of this site. */
const ReturnTo = v.pipe(v.string(), v.regex(/^\/(lists|(chat|lists)\/[\w-]+(#[\w-]+)?)$/));

/**
 * What a screen of these keeps in its entry of the browser's history: a reload, and going back to it, finds it there, and nothing but this
 * tab does. No link from elsewhere can set it. Never a password. `codeFor` is the address whose code the screen asks for, `typed` the one that
 * was typed when the screen was left for another of them. `confirmed` is on /login, for an address whose code was right, and so is `reset`,
 * for one that has a new password; `mustReset` is on /forgot-password, for one whose sign-in led there.
 */
const Kept = v.object({
  codeFor: v.optional(v.string()),
  typed: v.optional(v.string()),
  confirmed: v.optional(v.string()),
  reset: v.optional(v.string()),
  mustReset: v.optional(v.string()),
  returnTo: v.optional(ReturnTo),
});
export type Kept = v.InferOutput<typeof Kept>;

export function keptAddress(): Kept {
  const kept = v.safeParse(Kept, history.state);
  return kept.success ? kept.output : {};
}

/** Keeps it on the screen that shows. */
function keep(more: Kept): void {
  history.replaceState({ ...keptAddress(), ...more }, '');
}

/** Keeps the address whose code is asked for, or with undefined forgets it. */
export function keepAddress(codeFor: string | undefined): void {
  if (keptAddress().codeFor !== codeFor) keep({ codeFor });
}

/** Where the screen stands in the place of a chat it leads back to that, whatever address a provider comes back to. */
export function keepPlace({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): void {
  const returnTo = pathname + hash;
  if (v.is(ReturnTo, returnTo)) keep({ returnTo });
}

/** What goes along to another of these screens, beside what it is told. */
export function alongWith(told: Kept = {}): Kept {
  return { ...told, returnTo: keptAddress().returnTo };
}

/** The same with an address that has been typed, which is there again on the way back too. */
export function alongWithTyped(typed: string | undefined): Kept {
  if (typed !== undefined) keep({ typed });
  return alongWith({ typed: typed ?? keptAddress().typed });
}
