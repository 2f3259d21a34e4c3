const SAYS_NOTHING: ReadonlySet<string> = new Set(['', 'unknown', 'not specified', 'not available', 'n/a']);

const saysSomething = (text: string): boolean => !SAYS_NOTHING.has(text.trim().toLowerCase());

/** Two parts of a fact joined by `joiner`, e.g. title and company; undefined unless both say something (specification §2). */
export function fact(first: string, joiner: string, second: string): string | undefined {
  if (!saysSomething(first) || !saysSomething(second)) return undefined;
  return first.trim() + joiner + second.trim();
}
