import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { savedOf } from '#tests/web/features/lists/samples.ts';
import { textOf } from '#tests/web/text-of.ts';
import type { Person } from '#web/features/people/person.ts';
import { PrintedPerson } from '#web/features/people/printed.tsx';

const { profile, origins } = savedOf(1);
const print = (entry: Partial<Person>): string => {
  const person = { key: profile.id, profile, rank: 1, isScored: true, criteria: [], ...entry };
  return textOf(renderToStaticMarkup(<PrintedPerson person={person} />));
};

it.each<[Partial<Person>, string]>([
  [{ status: 'Replied', rating: 'good', note: 'Met in Lima' }, 'Replied · Good match · Met in Lima'],
  [{ status: 'New', rating: 'bad' }, 'New · Bad match'],
  [
    { origins: [...savedOf(1, 'two').origins, ...origins] },
    'Found for: Economists of two | Economists of one',
  ],
])('a printed person of a list has what their entry records: %j', (entry, text) => {
  expect(print(entry)).toContain(text);
});

it('a printed person of an answer is just a card', () => {
  expect(print({})).not.toContain('Found for');
});
