import type { Message } from '#shared/message.ts';
import type { Entries } from './entries.ts';

/** The entries without the raw search and verification results of those that `concerns` names; what the screen shows is kept. */
export function lighten(entries: Entries<Message>, concerns: (id: string) => boolean): Entries<Message> {
  return new Map(
    Array.from(entries, ([id, entry]) => {
      if (!concerns(id) || !isHeavy(entry.value)) return [id, entry];
      const value = lighter(entry.value);
      return [id, { raw: value, value }];
    }),
  );
}

const isHeavy = ({ metadata }: Message): boolean =>
  metadata?.searchResults !== undefined || metadata?.deepResearchResults !== undefined;

/** The message without what no screen shows of it. */
export function lighter({ metadata, ...message }: Message): Message {
  const { searchResults: _results, deepResearchResults: _research, ...kept } = metadata ?? {};
  return { ...message, metadata: kept };
}
