import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { profileOf } from '#tests/web/features/lists/samples.ts';
import { directory, JUDGED } from '#tests/web/gallery/people.ts';
import { textOf } from '#tests/web/text-of.ts';
import { PeopleTable } from '#web/features/people/people-table.tsx';
import { peopleOf } from '#web/features/people/person.ts';
import { withoutNames } from '#web/features/results/without-names.ts';

it('an empty table says that no one is left, without mentioning filters', () => {
  const text = textOf(renderToStaticMarkup(<PeopleTable people={[]} title="Welders in Oslo" />));
  expect(text).toContain('No one left to show.');
  expect(text).not.toContain('filters.');
});

it('a name uses its own text direction, so that truncation cuts its end', () => {
  const profile = profileOf(1, { fullName: 'محمد عبد الرحمن بن عبد العزيز' });
  const person = { key: profile.id, profile, rank: 1, isScored: true, criteria: [] };
  const html = renderToStaticMarkup(<PeopleTable people={[person]} title="Welders in Oslo" />);
  expect(html).toMatch(/<button[^>]* dir="auto"[^>]*>محمد/);
});

it('a table of people without names has nothing of their profile URLs, which their ids are derived from', () => {
  const people = peopleOf(withoutNames(directory(JUDGED, true), false), false);
  const html = renderToStaticMarkup(<PeopleTable people={people} title="Welders in Oslo" />);
  expect(html).toContain('Person 1');
  expect(html).not.toMatch(/takemura|etcheverry/i);
});
