import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { sessionShowing } from '#tests/web/gallery/shown-session.ts';
import { drawState } from '#tests/web/gallery/states.ts';
import { textOf } from '#tests/web/text-of.ts';
import { BringChatsDialog, type LocalCounts } from '#web/features/chats/components/bring-chats-dialog.tsx';
import { SessionProvider } from '#web/features/chats/index.ts';
import { createApi } from '#web/lib/create-api.ts';

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

it('the offer to move local data says that what is kept here is for when one is signed out', () => {
  const both = offerOf({ chats: 1, lists: 0, hidden: 1 });
  expect(both).toContain('1 chat and 1 hidden person made without an account are in this browser.');
  const kept = 'Or keep them here, for when you are signed out. Whoever you hid is hidden only then.';
  expect(both).toContain(kept);
  const hidden = offerOf({ chats: 0, lists: 0, hidden: 2 });
  expect(hidden).toContain('2 people hidden without an account are in this browser.');
  expect(hidden).toContain(kept);
  expect(offerOf({ chats: 1, lists: 0, hidden: 0 })).toMatch(
    /Or keep it here, for when you are signed out\. Keep here Bring in$/,
  );
});
