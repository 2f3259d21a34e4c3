import type { Request } from '@playwright/test';

type Event = readonly [name: string, data: unknown];

/** A response for a route, with the events of a search; `after` is the number of earlier events. A handover tells the page to come back. */
export const searchStream = (events: readonly Event[], { after = 0, isHandover = false } = {}) => ({
  contentType: 'text/event-stream',
  body: events
    .map(
      ([name, data], index) => `id: ${after + index + 1}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    .join('')
    .concat(isHandover ? ': continue\n\n' : ''),
});

/** The first event of every search, for the request that begins it. */
export function runOf(request: Request) {
  const { chatId, messageId, content, refines, task } = request.postDataJSON();
  const timestamp = new Date().toISOString();
  const metadata = { refines, task: task?.kind };
  const userMessage = {
    id: messageId,
    content,
    role: 'user',
    timestamp,
    chatId,
    userId: 'anonymous',
    metadata,
  };
  return { searchId: 'search_1', chatId, userMessage };
}
