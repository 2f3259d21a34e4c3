import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeError, logFailure } from '#functions/log.ts';
import { parseJsonReply } from '#functions/pipeline/model/replies.ts';
import { NewerItemError, StoreError } from '#functions/store/errors.ts';
import { failure, fakeProviders, foundProfile, recordOf } from '#tests/support/fake-providers.ts';
import { memorySearchMessages } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { postSearch, searchApp, searchBody } from '#tests/support/search-app.ts';

/** What must not reach any log: a request, a model’s reply, a profile’s address. */
const WORDS = 'Quetzal-wrangling baroness';
const PROFILE = 'https://www.linkedin.com/in/quetzal-baroness';

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('the log entry for an error', () => {
  it.each([
    ['JSON that cannot be read', thrownBy(() => JSON.parse(WORDS))],
    ['a model’s reply', thrownBy(() => parseJsonReply(WORDS))],
    ['validation', thrownBy(() => v.parse(v.object({ title: v.number() }), { title: WORDS }))],
    ['a request', Object.assign(new Error(`GET ${PROFILE}`), { code: WORDS, url: PROFILE, name: WORDS })],
    ['something thrown that is no error', WORDS],
    ['lines like frames', new Error(`x\n    at ${WORDS} (${PROFILE})`)],
  ])('quotes nobody: %s, even as the cause of a store failure', (_, error) => {
    const cause = error instanceof Error ? error : new Error('odd', { cause: error });
    const logged = JSON.stringify([describeError(error), describeError(new StoreError('Failed', { cause }))]);
    expect(logged).not.toContain('uetzal');
    expect(logged).not.toContain('linkedin.com');
  });

  it('has types, codes, the status and the location, down to the cause', () => {
    const answered = Object.assign(new Error('no'), {
      name: 'ThrottlingException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(describeError(new StoreError('Failed to fetch chats', { cause: answered }))).toMatchObject({
      errorType: 'StoreError',
      errorMessage: 'Failed to fetch chats',
      stackTrace: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
      cause: { errorType: 'ThrottlingException', status: 400 },
    });
    expect(describeError(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))).toMatchObject({
      errorType: 'Error',
      code: 'ECONNREFUSED',
    });
  });

  it('names an item written by a newer deployment, and what to do', () => {
    const cause = new NewerItemError({ kind: 'chat', stored: 2, current: 1 });
    expect(describeError(new StoreError('Failed to fetch chat', { cause })).cause?.errorMessage).toBe(
      'An item (chat) has version 2, and this deployment knows versions up to 1. Deploy the newer one again.',
    );
  });
});

describe('a search that fails in many ways', () => {
  const log = vi.spyOn(console, 'error');
  beforeEach(() => {
    log.mockReset();
    log.mockReturnValue(undefined);
  });
  afterEach(() => {
    log.mockReset();
  });

  it('logs neither the request, nor the model’s replies, nor profile addresses', async () => {
    const unreadable = () => {
      throw thrownBy(() => parseJsonReply(WORDS));
    };
    const profiles = [1, 2, 3].map((position) => foundProfile(position, { url: `${PROFILE}-${position}` }));
    const fails = thrownBy(() => v.parse(v.number(), WORDS));
    const down = () => Promise.reject(new StoreError('Failed to create message', { cause: fails }));
    for (const options of [
      { replies: { assessment: unreadable } },
      { replies: { scoring: unreadable } },
      { replies: { formatting: unreadable } },
      { replies: { query: unreadable } },
      { lookUp: async () => recordOf(`${PROFILE}-9`) },
      { lookUp: () => Promise.reject(failure('profile-data', 'status', `${PROFILE} is private`)) },
    ]) {
      const app = searchApp({
        providers: fakeProviders({ profiles, ...options }),
        log: logFailure,
        authenticate: async () => ({ userId: 'rumi', email: '' }),
        users: { ensure: down },
        searchMessages: {
          open: (saving) => ({ ...memorySearchMessages().open(saving), saveUserMessage: down }),
        },
      });
      const body = { ...searchBody, content: WORDS, deepResearch: true };
      expect((await readEvents(await app.fetch(postSearch(body)))).at(-1)?.event.type).toBe('done');
    }
    const logged = JSON.stringify(log.mock.calls);
    expect(log.mock.calls.length).toBeGreaterThan(8);
    expect(logged).toContain('lookup returned a different person');
    expect(logged).not.toContain('uetzal');
  });
});
