import { expect, it } from 'vitest';
import { openPage, settled } from '#tests/web/features/chats/conversation-rig.ts';
import { listSessionOf } from '#web/features/lists/list-session.ts';

it('a notice about the lists stays among the page’s until it is no longer true', async () => {
  const { session, state } = await openPage();
  const { tell, status } = listSessionOf(session);
  const others = { type: 'notice', text: 'Some people could not be read.' } as const;
  const full = { type: 'notice', text: 'There is no room.' } as const;
  tell(others);
  tell(full);
  await settled();
  expect([state().notices, status.getState().notices]).toEqual([
    [others.text, full.text],
    [others.text, full.text],
  ]);
  tell({ type: 'outdated', text: full.text });
  await settled();
  expect([state().notices, status.getState().notices]).toEqual([[others.text], [others.text]]);
});
