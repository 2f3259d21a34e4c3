import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { sessionShowing } from '#tests/web/gallery/shown-session.ts';
import { drawState } from '#tests/web/gallery/states.ts';
import { textOf } from '#tests/web/text-of.ts';
import { BringChatsDialog, type LocalCounts } from '#web/features/chats/components/bring-chats-dialog.tsx';
import { SessionProvider } from '#web/features/chats/index.ts';
import { createApi } from '#web/lib/api.ts';

const nothing = () => undefined;
const notAsked = () => Promise.reject(new Error('not asked'));

const offerOf = (made: LocalCounts): string =>
  textOf(
    renderToStaticMarkup(
      <SessionProvider session={sessionShowing(drawState('start'))}>
        <BringChatsDialog
          {...{ made, bringOthers: notAsked, onMoved: nothing, onClose: nothing }}
          api={createApi({ fetch: notAsked })}
          userId="ada"
        />
      </SessionProvider>,
    ),
  );

it('the offer to move local data says that people stay hidden only while signed out, unless they are moved', () => {
  const both = offerOf({ chats: 1, lists: 0, hidden: 1 });
  expect(both).toContain('1 chat and 1 hidden person made without an account are in this browser.');
  expect(both).toContain(
    'where they show while you are signed out. The people you hid then stay hidden only',
  );
  const hidden = offerOf({ chats: 0, lists: 0, hidden: 2 });
  expect(hidden).toContain('2 people hidden without an account are in this browser.');
  expect(hidden).toContain('Or keep them here. The people you hid then stay hidden only while you are');
  expect(offerOf({ chats: 1, lists: 0, hidden: 0 })).toMatch(
    /Or keep it here, where it shows while you are signed out\. Keep here Bring in$/,
  );
});
