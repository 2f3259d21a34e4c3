import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { SessionProvider } from '#web/features/chats/chat-context.tsx';
import { Question } from '#web/features/chats/components/question.tsx';
import { createSession } from '#web/features/chats/create-session.ts';
import type { Turn } from '#web/features/chats/turns/turns.ts';
import { Searches } from '#web/features/search/index.ts';
import { MemoryStorage } from '../stores/memory-storage.ts';

afterEach(() => void vi.unstubAllGlobals());

/** The question as shown in a tab with these drafts. `ids` are those of its versions, the last of which is shown. */
function shown(ids: readonly string[], drafts: Record<string, string>): string {
  vi.stubGlobal('sessionStorage', new MemoryStorage(drafts));
  const never = () => new Promise<never>(() => undefined);
  const searches = new Searches({ openConnection: never });
  const session = createSession({ userId: 'sub-1', openStore: never, searches, storage: undefined });
  const question = sampleMessage({ id: ids.at(-1) ?? '' });
  const versions = { index: ids.length - 1, count: ids.length, ids };
  const turn: Turn = { question, versions, answer: undefined, continuations: [], follows: null };
  return renderToStaticMarkup(
    <SessionProvider session={session}>
      <Question turn={turn} isLatest />
    </SessionProvider>,
  );
}

describe('a question', () => {
  it('is being edited again after a reload', () => {
    expect(shown(['msg_1'], {})).not.toContain('<textarea');
    expect(shown(['msg_1'], { expertscope_draft_edit_msg_1: 'only in Kiel' })).toContain(
      'only in Kiel</textarea>',
    );
  });

  it.each(['msg_1', 'msg_2'])('is still being edited when other versions come or go: %s', (id) => {
    const drafts = { [`expertscope_draft_edit_${id}`]: 'only in Kiel' };
    expect(shown(['msg_1', 'msg_2'], drafts)).toContain('only in Kiel</textarea>');
  });
});
