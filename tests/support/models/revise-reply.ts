import { isRecord, recordsOf } from '#infra/simulated/model/values.ts';

/** A reply's entry for one person, or the whole reply of an assessment. */
export type Entry = Record<string, unknown>;

const withoutFences = (text: string): string => text.replace(/^```json\n|\n```$/g, '');

/** Changes the entries of a careful reply and keeps its form: a bare list, a list in an object, or a single object. */
export function reviseReply(reply: string, change: (entries: readonly Entry[]) => readonly Entry[]): string {
  const value: unknown = JSON.parse(withoutFences(reply));
  if (Array.isArray(value)) return JSON.stringify(change(recordsOf(value)));
  if (!isRecord(value)) return reply;
  const list = Object.entries(value).find(
    ([, inner]) => Array.isArray(inner) && recordsOf(inner).some(isPersonEntry),
  );
  if (list === undefined) return JSON.stringify(change([value])[0] ?? {});
  return JSON.stringify({ ...value, [list[0]]: change(recordsOf(list[1])) });
}

const isPersonEntry = (entry: Entry): boolean => 'relevanceScore' in entry;
