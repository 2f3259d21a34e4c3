import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { digestOf } from '#shared/history.ts';
import { MessageMetadata, Spend } from '#shared/message.ts';
import { profileOf } from '#tests/functions/store/samples.ts';

const spend = {
  modelCalls: 7,
  inputTokens: 8_000,
  outputTokens: 1_200,
  tokensEstimated: false,
  searchPages: 2,
  lookups: 5,
};

it('a message whose text is lost has no digest, so that its previously stored one is kept', () => {
  const question = { id: 'msg_1', chatId: 'chat_1', userId: 'sub', timestamp: '2026-11-21T09:00:00.000Z' };
  expect(digestOf({ ...question, role: 'user', content: 'Reefs' })).toMatchObject({ request: 'Reefs' });
  expect(digestOf({ ...question, role: 'user', content: '', lost: 'text' })).toBeUndefined();
});

it('a request for more of an answer has no digest: nobody typed it, and it may reveal a hidden name', () => {
  const about = { id: 'msg_1', chatId: 'chat_1', userId: 'sub', timestamp: '2026-11-21T09:00:00.000Z' };
  const asked = (task: 'criteria' | 'more' | 'verify') =>
    digestOf({ ...about, role: 'user', content: 'Verify Ada Okonkwo', metadata: { task } });
  expect([asked('more'), asked('verify')]).toEqual([undefined, undefined]);
  expect(asked('criteria')).toMatchObject({ request: 'Verify Ada Okonkwo' });
});

it('people are found by the beginning of a long name or headline', () => {
  const answer = { id: 'msg_2', chatId: 'chat_1', userId: 'sub', timestamp: '2026-11-21T09:00:00.000Z' };
  const otherProfiles = [profileOf('ada', { fullName: 'n'.repeat(500), headline: 'h'.repeat(500) })];
  const profileDisplayData = { verifiedProfiles: [], otherProfiles, totalProfiles: 1, searchQuery: 'x' };
  const metadata = { profileDisplayData: { ...profileDisplayData, useDeepResearch: false } };
  const digest = digestOf({ ...answer, role: 'assistant', content: 'I found 1 profile.', metadata });
  expect(digest?.people).toMatchObject([{ name: 'n'.repeat(120), headline: 'h'.repeat(240) }]);
});

describe('a search’s spend', () => {
  it.each([
    ['with its price', { dollars: 0.08 }],
    ['without one', {}],
    ['of providers that are not paid', { unpaid: 'simulated' as const }],
  ])('can be read back %s', (_, more) => {
    const metadata = { useDeepResearch: true, spend: { ...spend, ...more } };
    expect(v.parse(MessageMetadata, metadata)).toEqual(metadata);
  });

  it('is missing from messages stored before it was counted', () => {
    expect(v.parse(MessageMetadata, { useDeepResearch: true })).toEqual({ useDeepResearch: true });
  });

  it.each([{ modelCalls: -1 }, { lookups: 1.5 }, { dollars: -0.01 }, { inputTokens: '8000' }])(
    'must not contain %j',
    (odd) => {
      expect(v.safeParse(Spend, { ...spend, ...odd }).success).toBe(false);
    },
  );
});
