import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpProblem, handleError, handleNotFound } from '#functions/http/problem.ts';
import { InvalidCursorError, StoreError } from '#functions/store/errors.ts';

const log = vi.spyOn(console, 'error');
beforeEach(() => {
  log.mockReset();
  log.mockReturnValue(undefined);
});
afterEach(() => {
  log.mockReset();
});

const logged = () => log.mock.calls[0]?.[0]?.error;

async function answerTo(error: Error) {
  const app = new Hono();
  app.onError(handleError);
  app.notFound(handleNotFound);
  app.get('/', () => {
    throw error;
  });
  const response = await app.request('/');
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('an error', () => {
  it('from the store returns its specified message, is retryable, and is logged without its cause’s text', async () => {
    const error = new StoreError('Failed to fetch chats', { cause: new Error('secret endpoint') });
    const { status, headers, body } = await answerTo(error);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(body).toEqual({ error: { code: 'unavailable', message: 'Failed to fetch chats' } });
    expect(logged()).toMatchObject({ errorType: 'StoreError', errorMessage: 'Failed to fetch chats' });
    expect(JSON.stringify(logged())).not.toContain('secret');
  });

  it('from a timed-out wait is retryable, and is logged', async () => {
    const { status, headers, body } = await answerTo(new DOMException('secret endpoint', 'TimeoutError'));
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(body).toEqual({
      error: {
        code: 'unavailable',
        message: 'The service is not available right now. Please try again.',
      },
    });
    expect(logged()).toMatchObject({ errorType: 'TimeoutError' });
  });

  it('that is unexpected is masked, and logged by its type and location', async () => {
    const error = new TypeError('cannot read properties of undefined');
    const { status, body } = await answerTo(error);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('undefined');
    expect(logged()).toMatchObject({ errorType: 'TypeError' });
    expect(JSON.stringify(logged())).toContain('problem.test.ts');
  });

  it('caused by the caller keeps its headers, is not cached, and is not logged', async () => {
    const { status, headers, body } = await answerTo(
      new HttpProblem('quota-exceeded', { headers: { 'retry-after': '60' }, cause: new Error('why') }),
    );
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('60');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ error: { code: 'quota-exceeded', message: 'The limit is reached for now.' } });
    expect(log).not.toHaveBeenCalled();
  });

  it('returned as a problem of ours is logged with its cause', async () => {
    const problem = new HttpProblem('unavailable', { cause: new Error('no keys') });
    await answerTo(problem);
    expect(logged()).toMatchObject({
      errorType: 'HttpProblem',
      code: 'unavailable',
      cause: { errorType: 'Error' },
    });
  });

  it('about a cursor is the caller’s fault', async () => {
    expect(await answerTo(new InvalidCursorError('The cursor is not one of this list.'))).toMatchObject({
      status: 400,
      body: { error: { code: 'bad-request' } },
    });
  });
});
