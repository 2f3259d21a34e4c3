import { isRecord, recordsOf } from './values.ts';

/** What a reply says of one person, or, of an assessment, all it says. */
export type Entry = Record<string, unknown>;

const withoutFences = (text: string): string => text.replace(/^```json\n|\n```$/g, '');

/** A careful reply with its entries changed, in the form in which it was given: a bare list, a list in an object, or one object. */
export function reviseReply(reply: string, change: (entries: readonly Entry[]) => readonly Entry[]): string {
  const value: unknown = JSON.parse(withoutFences(reply));
  if (Array.isArray(value)) return JSON.stringify(change(recordsOf(value)));
  if (!isRecord(value)) return reply;
  const list = Object.entries(value).find(
    ([, inner]) => Array.isArray(inner) && recordsOf(inner).some(isOfAPerson),
  );
  if (list === undefined) return JSON.stringify(change([value])[0] ?? {});
  return JSON.stringify({ ...value, [list[0]]: change(recordsOf(list[1])) });
}

const isOfAPerson = (entry: Entry): boolean => 'relevanceScore' in entry;
