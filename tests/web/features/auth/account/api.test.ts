import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountOver } from '#web/features/auth/account/api.ts';
import { createApi } from '#web/lib/create-api.ts';

const CUT = new TypeError('terminated');
const BEGUN = '{"state":"begun"}\n';
const DELETED = '{"state":"deleted","items":7}\n';
const FAILURE = '{"error":{"code":"erase-error","message":"Not everything was deleted."}}\n';

/** A response that arrives in the given parts; an error among them breaks the connection. */
function streamed(...parts: (string | Error)[]): Response {
  const left = [...parts];
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const part = left.shift();
    if (part === undefined) controller.close();
    else if (part instanceof Error) controller.error(part);
    else controller.enqueue(new TextEncoder().encode(part));
  };
  return new Response(new ReadableStream({ pull }));
}

const refused = (status: number) => Response.json({ error: { code: 'refused', message: 'No.' } }, { status });

/** The account on a service that gives the answers in turn, and the requests that reached it. */
function serve(...answers: Response[]) {
  const calls: string[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    calls.push(`${init?.method} ${input}`);
    return answers[calls.length - 1] ?? Response.error();
  };
  return { account: accountOver(createApi({ fetch })), calls };
}

describe('the deletion of an account', () => {
  it.each([
    ['deleted', [streamed(BEGUN, DELETED, CUT)]],
    ['done', [streamed(BEGUN, '{"state":"done","items":7}')]],
    [
      'deleted, with lines in pieces',
      [streamed(BEGUN.slice(0, 9), `${BEGUN.slice(9)}\n{"sta`, DELETED.slice(5))],
    ],
  ])('succeeds at once when the service says %s', async (_, answers) => {
    const { account, calls } = serve(...answers);
    await account.erase();
    expect(calls).toEqual(['DELETE /api/account']);
  });

  it.each([
    ['ended', () => streamed(BEGUN)],
    ['broken off', () => streamed(BEGUN, CUT)],
    ['followed by an error', () => streamed(BEGUN, FAILURE)],
    ['never begun', () => refused(503)],
  ])('is requested again when it was %s before all was deleted', async (_, answer) => {
    const { account, calls } = serve(answer(), streamed(BEGUN, DELETED));
    await account.erase();
    expect(calls).toEqual(['DELETE /api/account', 'DELETE /api/account']);
  });

  it.each([
    ['the error', FAILURE, { status: 500, code: 'erase-error', message: 'Not everything was deleted.' }],
    ['a broken connection', CUT, { status: 0, code: 'network-error' }],
    ['an end without a result', '', { status: 200, code: 'unreadable-answer' }],
    ['an unreadable line', '<html>\n', { status: 200, code: 'unreadable-answer' }],
  ])('fails with %s of its third attempt', async (_, part, error) => {
    const { account, calls } = serve(streamed(BEGUN), streamed(BEGUN), streamed(BEGUN, part));
    await expect(account.erase()).rejects.toMatchObject(error);
    expect(calls).toHaveLength(3);
  });

  it('is not requested again once refused', async () => {
    const { account, calls } = serve(refused(403));
    await expect(account.erase()).rejects.toMatchObject({ status: 403, message: 'No.' });
    expect(calls).toHaveLength(1);
  });

  it('may take two and a half minutes', async () => {
    const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(CUT));
    onTestFinished(() => begin.mockRestore());
    const { account, calls } = serve();
    await expect(account.erase()).rejects.toMatchObject({ code: 'network-error' });
    expect(begin.mock.calls).toEqual([[150_000], [150_000], [150_000]]);
    expect(calls).toEqual([]);
  });
});

describe('the export of an account', () => {
  it('is the file as it arrived, whatever its parts', async () => {
    const { account } = serve(streamed('{"chats":[{"title":"Per', 'ú"}', ']', '}\n'));
    expect(await (await account.exportAll()).text()).toBe('{"chats":[{"title":"Perú"}]}\n');
  });

  it.each([
    ['ends before its end', ['{"chats":[{"title":"Reefs"}'], { code: 'unreadable-answer', status: 200 }],
    ['ends with an error', ['{"chats":[', FAILURE], { code: 'unreadable-answer', status: 200 }],
    ['breaks off', ['{"chats":[', CUT], { code: 'network-error', status: 0 }],
  ])('fails when it %s', async (_, parts, error) => {
    await expect(serve(streamed(...parts)).account.exportAll()).rejects.toMatchObject(error);
  });
});

describe('the removal of a person', () => {
  const BODY = { profileUrl: 'https://www.linkedin.com/in/ada-invented', remove: true };
  const REMOVAL = { answers: 2, chats: 1, lists: 0, shares: 0, name: 'Inês' };

  it('has a result however it was split on its way, after blank lines that keep the connection open', async () => {
    const bytes = new TextEncoder().encode(`\n \n${JSON.stringify(REMOVAL)}\n`);
    const body = new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const { account, calls } = serve(new Response(body));
    expect(await account.removePerson(BODY)).toEqual(REMOVAL);
    expect(calls).toEqual(['POST /api/account/removals']);
  });

  it.each([
    ['with the error that it ends with', FAILURE, { status: 500, code: 'erase-error' }],
    ['without a result', '\n', { status: 200, code: 'unreadable-answer' }],
  ])('fails %s', async (_, part, error) => {
    await expect(serve(streamed(part)).account.removePerson(BODY)).rejects.toMatchObject(error);
  });
});
