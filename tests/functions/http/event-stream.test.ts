import { expect, it } from 'vitest';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { EventFeed } from '#functions/search/log.ts';

it('an event stream is kept warm by comments while nothing happens', async () => {
  const feed = new EventFeed();
  const reader = eventStreamResponse(() => feed.follow(), 5).body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  expect(first).toBe(':\n\n');
  feed.publish({ type: 'done', data: { outcome: 'answered' } });
  feed.close();
  let rest = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    rest += new TextDecoder().decode(part.value);
  expect(rest).toContain('id: 1\nevent: done\ndata: {"outcome":"answered"}\n\n');
});
