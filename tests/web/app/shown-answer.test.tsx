import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import {
  answer,
  sampleChat,
  sampleDirectory,
  sampleMessage,
} from '#tests/web/features/search/sample-events.ts';
import { person } from '#tests/web/gallery/people.ts';
import { sessionShowing } from '#tests/web/gallery/shown-session.ts';
import { useAnswer } from '#web/app/shown-answer.ts';
import { SessionProvider } from '#web/features/chats/index.ts';
import { shownTurns, type Turn } from '#web/features/chats/turns/turns.ts';
import { peopleOf } from '#web/features/people/index.ts';
import { clipOfAnswer } from '#web/features/results/clips.ts';
import { initialSearch } from '#web/features/search/search-state.ts';

/** The text of a copied answer. */
function Copied({ turn }: { turn: Turn }) {
  const { data, brokenOff } = useAnswer(turn);
  return data && clipOfAnswer('', peopleOf(data, brokenOff)).text;
}

const Title = ({ turn }: { turn: Turn }) => useAnswer(turn).title;

it('an answer to which people are being added has no score for those, and puts them last', () => {
  const named = (name: string, relevanceScore: number) =>
    person({
      id: name,
      fullName: name,
      relevanceScore,
      scoreSource: 'fallback',
      profileUrl: `https://www.linkedin.com/in/${name}`,
    });
  const directory = (...otherProfiles: ReturnType<typeof named>[]) => ({
    ...sampleDirectory(0),
    otherProfiles,
  });
  const messages = [
    sampleMessage(),
    answer({ metadata: { profileDisplayData: directory(named('Ana', 60)), outcome: 'answered' } }),
    sampleMessage({ id: 'msg_more', metadata: { refines: 'msg_2', task: 'more' } }),
  ];
  const session = sessionShowing({
    ...{ chats: [sampleChat()], currentChatId: 'chat_1', messages, isLoading: true },
    search: {
      ...initialSearch('chat_1'),
      phase: 'streaming',
      profiles: directory(named('Bo', 95)),
    },
    error: undefined,
    notices: [],
  });
  const { store } = session.searches;
  // A page drawn outside of a browser shows the initial state.
  vi.spyOn(store, 'getInitialState').mockImplementation(store.getState);
  const [turn] = shownTurns(messages, {});
  const copied = renderToStaticMarkup(
    <SessionProvider session={session}>{turn && <Copied turn={turn} />}</SessionProvider>,
  );
  expect(copied.match(/\d\. .*/g)).toEqual(['1. Ana – 60%', '2. Bo']);
});

it('a title that is cut within a name does not keep half of it while names are hidden', () => {
  vi.stubGlobal('localStorage', new MemoryStorage({ expertscope_names_hidden: '["msg_2"]' }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const before = `${'x'.repeat(195)} `;
  const content = `${before}Etcheverry of Lima`;
  const otherProfiles = [person({ id: 'one', fullName: 'Maia Etcheverry' })];
  const profileDisplayData = { ...sampleDirectory(0), otherProfiles };
  const messages = [sampleMessage({ content }), answer({ metadata: { profileDisplayData } })];
  const session = sessionShowing({
    ...{ chats: [sampleChat()], currentChatId: 'chat_1', messages, isLoading: false },
    ...{ search: initialSearch('chat_1'), error: undefined, notices: [] },
  });
  const [turn] = shownTurns(messages, {});
  const title = renderToStaticMarkup(
    <SessionProvider session={session}>{turn && <Title turn={turn} />}</SessionProvider>,
  );
  expect(title).toBe(`${before}Pers...`);
});
