import * as v from 'valibot';

/**
 * The address whose code a screen asks for, kept in the screen's entry of the browser's history: a reload, and going back to it, finds it
 * there, and nothing but this tab does. Never a password. `confirmed` is on /login, for an address whose code was right, `mustReset` on
 * /forgot-password, for one whose sign-in led there.
 */
const Kept = v.object({
  codeFor: v.optional(v.string()),
  confirmed: v.optional(v.string()),
  mustReset: v.optional(v.string()),
});
type Kept = v.InferOutput<typeof Kept>;

export function keptAddress(): Kept {
  const kept = v.safeParse(Kept, history.state);
  return kept.success ? kept.output : {};
}

/** Keeps it, or with undefined forgets it, on the screen that shows. */
export function keepAddress(codeFor: string | undefined): void {
  if (keptAddress().codeFor !== codeFor) history.replaceState({ codeFor }, '');
}
