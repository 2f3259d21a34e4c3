import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { profileOf } from '#tests/web/features/lists/samples.ts';
import { CRITERIA, directory, JUDGED } from '#tests/web/gallery/people.ts';
import { textOf } from '#tests/web/text-of.ts';
import { PeopleTable } from '#web/features/people/people-table.tsx';
import { type Person, peopleOf } from '#web/features/people/person.ts';
import { withoutNames } from '#web/features/results/without-names.ts';

it('an empty table says that no one is left, without mentioning filters', () => {
  const html = renderToStaticMarkup(<PeopleTable people={[]} title="Welders in Oslo" />);
  expect(textOf(html)).toContain('No one left to show.');
  expect(textOf(html)).not.toContain('filters.');
  expect(html).not.toContain('checked=""');
});

it('a table has columns for criteria and a status only if anybody has them', () => {
  const columns = (people: readonly Person[]) =>
    [
      ...renderToStaticMarkup(<PeopleTable people={people} title="Lawyers" />).matchAll(
        /<th scope="col".*?<\/th>/g,
      ),
    ]
      .map(([head]) => textOf(head))
      .filter((name) => name !== '');
  const compared = peopleOf({ ...directory(JUDGED, true), criteria: [...CRITERIA] }, false);
  const facts = ['Place', 'Company', 'School', 'Verified'];
  expect(columns(peopleOf(directory(JUDGED, true), false))).toEqual(['# Rank', 'Name', 'Score', ...facts]);
  expect(columns(compared)).toEqual(['# Rank', 'Name', 'Score', 'Criteria', ...facts]);
  expect(columns(compared.map((one) => ({ ...one, status: 'New' })))).toContain('Status');
});

it('filters suggest each value once, in alphabetical order', () => {
  const people = ['Piura', 'Lima', 'Unknown', 'Piura'].map((location, index) => ({
    ...{ key: `${index}`, rank: index + 1, isScored: true, criteria: [] },
    profile: profileOf(index, { location }),
  }));
  const html = renderToStaticMarkup(<PeopleTable people={people} title="Economists" />);
  const [, places = ''] = /Place<input.*?<datalist[^>]*>(.*?)<\/datalist>/.exec(html) ?? [];
  expect([...places.matchAll(/value="(.*?)"/g)].map(([, place]) => place)).toEqual(['Lima', 'Piura']);
});

it('a row says who somebody is, on paper with the address, and marks what is not known', () => {
  const [headline, place] = ['', 'Lima'];
  const profile = profileOf(1, { headline, location: place, education: { school: 'N/A', degree: '' } });
  const unscored = { key: '1', profile, rank: 1, isScored: false, criteria: [...CRITERIA] };
  const fallen = { ...unscored, key: '2', rank: 2, isScored: true, isFallen: true } as const;
  const verified = { ...profileOf(3, { isVerified: true, verdicts: [] }), relevanceScore: 69.6 };
  const read = { ...unscored, key: '3', rank: 3, isScored: true, profile: verified };
  const people = [unscored, fallen, read, { ...read, key: '4', rank: 4, isImported: true }];
  const rows = renderToStaticMarkup(<PeopleTable people={people} title="Economists" />)
    .split('<tr')
    .slice(2)
    .map((row) => textOf(`<tr${row}`));
  expect(rows[0]).toBe(
    `1 Ñusta Quispe 1 Banco Inventado · Lima – not scored yet https://www.linkedin.com/in/nusta-quispe-1 – not scored yet – no verdicts Lima Banco Inventado – not known – not verified`,
  );
  expect(rows[1]).toContain('Ñusta Quispe 1 No longer a match · Banco Inventado · Lima 82%');
  expect(rows[2]).toMatch(/Verified Economist — “growth” 69% https:\S+ 69% 0 of 5 met .* PUCP Verified$/);
  expect(rows[3]).toMatch(/PUCP Verified, according to an imported file$/);
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
