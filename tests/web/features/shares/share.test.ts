import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { profileSlug } from '#shared/linkedin-url.ts';
import { CreateShareRequest, type Shared } from '#shared/shares.ts';
import { CRITERIA, directory, JUDGED, ODD, person } from '#tests/web/gallery/people.ts';
import { textOf } from '#tests/web/text-of.ts';
import { judgedOf, type Person, peopleOf } from '#web/features/people/index.ts';
import { ProfileCard } from '#web/features/results/index.ts';
import { withoutNames } from '#web/features/results/without-names.ts';
import {
  describeExcess,
  describeSeen,
  readShared,
  type Shareable,
  sharedPeople,
  sharesOver,
  toShareRequest,
} from '#web/features/shares/share.ts';
import { lastDay } from '#web/features/shares/share-form.tsx';
import { createApi } from '#web/lib/create-api.ts';

const DATA = { ...directory(JUDGED, true), criteria: [...CRITERIA] };
const CHOICES = { title: 'Food lawyers', days: 7, withNotes: false };
const answer = (sketch: Partial<Shareable> = {}): Shareable => ({
  kind: 'answer',
  title: 'Food lawyers',
  people: peopleOf(DATA, false),
  ...sketch,
});

/** The share as the service accepts and returns it. */
function shown(shareable: Shareable, choices: Partial<typeof CHOICES> = {}): Shared {
  const request = toShareRequest(shareable, { ...CHOICES, ...choices });
  const { id: _, days: __, people, ...rest } = v.parse(CreateShareRequest, { ...request, id: 'share_1' });
  const time = new Date(0).toISOString();
  return {
    ...{ ...rest, createdAt: time, expiresAt: time },
    people: people.map(({ hiddenUrl: ___, ...one }) => one),
  };
}
const findingsOf = (people: readonly Person[]) =>
  people.map((one) => judgedOf(one).map(({ criterion, verdict }) => [criterion.text, verdict.verdict]));

describe('a shared answer', () => {
  it('shows everybody in order, with the verdict on each criterion', () => {
    const { people } = answer();
    const there = sharedPeople(shown(answer()));
    expect(there.map(({ profile, rank }) => [rank, profile.fullName])).toEqual(
      people.map(({ profile, rank }) => [rank, profile.fullName]),
    );
    expect(findingsOf(there)).toEqual(findingsOf(people));
  });

  it('says how many people it shows when a filter or selection omits some', () => {
    const { people } = answer();
    expect(describeSeen(answer({ total: people.length }))).toBe('7 people as this answer shows them now');
    expect(describeSeen(answer({ people: people.slice(0, 1), total: people.length }))).toBe(
      '1 of the 7 people of this answer as it shows them now',
    );
  });

  it('keeps who is unscored, and that verification is an imported file’s claim', () => {
    const people = peopleOf({ ...DATA, isImported: true }, true).map((one, index) => ({
      ...one,
      isScored: index > 0,
    }));
    const [known, other] = people.filter(({ profile }) => profile.isVerified);
    if (known === undefined || other === undefined) throw new Error('Nobody is there');
    const there = sharedPeople(shown(answer({ people: [known, { ...other, isImported: false }] })));
    expect(there.map(({ isScored }) => isScored)).toEqual([false, true]);
    const badges = [/^Ma.* Verified, according to an imported file /, /^Tobias.* Verified (?!,)/];
    there.forEach(({ profile, isImported }, index) => {
      const card = renderToStaticMarkup(
        createElement(ProfileCard, { profile, isImported, rank: undefined, isScored: true }),
      );
      expect(textOf(card)).toMatch(badges[index] ?? '');
    });
  });

  it('without names reveals profile URLs only to the service', () => {
    const people = peopleOf(withoutNames(DATA, false), false);
    const request = toShareRequest(answer({ people, hidden: DATA }), CHOICES);
    const urls = peopleOf(DATA, false).map(({ profile }) => profile.profileUrl);
    expect(request.people.map(({ hiddenUrl }) => hiddenUrl)).toEqual(urls);
    const told = JSON.stringify(shown(answer({ people, hidden: DATA })));
    for (const url of ['linkedin.com', ...urls.map((each) => profileSlug(each) ?? each)])
      expect(told).not.toContain(url);
  });

  it('includes notes only if its owner chooses to, and never the status', () => {
    const people = peopleOf(DATA, false).map((one) => ({ ...one, note: 'Met in Lima', status: 'contacted' }));
    expect(JSON.stringify(shown(answer({ people })))).not.toMatch(/Lima|contacted/);
    const there = shown(answer({ people }), { withNotes: true });
    expect(there.people.map(({ note }) => note)).toContain('Met in Lima');
    expect(JSON.stringify(there)).not.toContain('contacted');
  });

  it('is accepted by the service for odd people and long titles', () => {
    const odd = answer({ people: peopleOf(directory(ODD, true), false) });
    const { title } = shown(odd, { title: `${'😀'.repeat(150)}\nand more` });
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title.isWellFormed()).toBe(true);
    const noAddress = person({ id: 'x', fullName: 'X', profileUrl: 'javascript:alert(1)' });
    const [one] = shown(answer({ people: peopleOf(directory([noAddress], false), false) })).people;
    expect(one?.profile.profileUrl).toBe('');
  });
});

it('a shared list keeps for each person the criteria of their own answer', () => {
  const [first, second] = peopleOf(DATA, false);
  if (first === undefined || second === undefined) throw new Error('Nobody is there');
  const elsewhere: Person = {
    ...second,
    // These ids are local to the other answer.
    criteria: [
      { id: 'c2', subject: 'profession', text: 'Lawyer', need: 'required' },
      { id: 'c1', subject: 'interest', text: 'chess', need: 'preferred' },
    ],
    profile: {
      ...second.profile,
      verdicts: [{ criterionId: 'c1', verdict: 'met', quote: 'plays chess', source: 'snippet' }],
    },
  };
  const shared = shown({ kind: 'list', title: 'Lima', people: [first, elsewhere] });
  expect(shared.criteria.filter(({ text }) => text.toLowerCase() === 'lawyer')).toHaveLength(1);
  const [one, other] = findingsOf(sharedPeople(shared));
  expect(one).toEqual(findingsOf([first])[0]);
  expect(other).toHaveLength(2);
  expect(other).toEqual(
    expect.arrayContaining([
      ['chess', 'met'],
      ['lawyer', 'unclear'],
    ]),
  );
});

it('people of a list with more criteria than a link can show are not shared, rather than without some', () => {
  const peopleWith = (count: number): Person[] =>
    peopleOf(DATA, false)
      .slice(0, 2)
      .map((one, index) => ({
        ...one,
        criteria: Array.from({ length: index === 0 ? count - 1 : 1 }, (_, number) => ({
          id: `c${number}`,
          subject: 'interest',
          text: `interest ${index} ${number}`,
          need: 'excluded',
        })),
      }));
  expect(describeExcess(peopleWith(40))).toBeUndefined();
  expect(shown({ kind: 'list', title: 'Lima', people: peopleWith(40) }).criteria).toHaveLength(40);
  expect(describeExcess(peopleWith(41))).toBe(
    'These people were found by 41 different criteria, and a link can show 40. Share fewer people.',
  );
  expect(() => shown({ kind: 'list', title: 'Lima', people: peopleWith(41) })).toThrow('at most 40');
});

it('a share over 3 MB is refused with the way out, and is not sent', async () => {
  const sent: unknown[] = [];
  const api = createApi({
    fetch: (_, init) => {
      sent.push(init?.body);
      return Promise.resolve(Response.json({}, { status: 201 }));
    },
  });
  const [one] = peopleOf(DATA, false);
  // Characters of three bytes: what counts is the encoded body.
  const profile = { ...one?.profile, summary: '人'.repeat(2_000) };
  const people = Array.from({ length: 1_000 }, () => ({ ...one, profile }) as Person);
  const request = { ...toShareRequest({ kind: 'list', title: 'Lima', people }, CHOICES), id: 'share_1' };
  await expect(sharesOver(api).create(request)).rejects.toMatchObject({
    status: 413,
    message: 'This is too much for one link. Share fewer people.',
  });
  expect(sent).toEqual([]);
});

describe('the last day of a link', () => {
  // Shown in the reader's time zone.
  const now = new Date(2026, 10, 22, 12).getTime();
  it('is shown for 1 to 90 whole days', () => {
    expect([lastDay('1', now), lastDay('7', now), lastDay('90', now)]).toEqual([
      '23 Nov 2026',
      '29 Nov 2026',
      '20 Feb 2027',
    ]);
  });
  it.each(['', '0', '91', '1.5', '-7', 'seven', ' '])('is undefined for %j', (days) => {
    expect(lastDay(days, now)).toBeUndefined();
  });
});

describe('a 404 from the service', () => {
  const answering = (status: number) =>
    createApi({
      fetch: () =>
        Promise.resolve(
          Response.json({ error: { code: 'not-found', message: 'There is nothing here.' } }, { status }),
        ),
    });

  it('means that the token is unknown, whereas other failures are errors', async () => {
    expect(await readShared(answering(404), 'x')).toBeUndefined();
    await expect(readShared(answering(503), 'x')).rejects.toMatchObject({ status: 503 });
  });

  it('counts as a successful revocation, whereas other failures are errors', async () => {
    await sharesOver(answering(404)).revoke({ id: 'share_1' });
    await expect(sharesOver(answering(503)).revoke({ id: 'share_1' })).rejects.toMatchObject({ status: 503 });
  });
});
