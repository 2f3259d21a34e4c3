/** Whether a parsed value is an object with named properties. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text, or '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The elements of a list that are objects; none for anything else. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((member) => isRecord(member)) : [];
}

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** The first JSON object in a text, which may be surrounded by other words or code fences; empty if there is none. */
export function readJson(text: string): Record<string, unknown> {
  const inner = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return parseRecord(text) ?? parseRecord(inner) ?? {};
}
