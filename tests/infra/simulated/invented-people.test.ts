import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildDirectory, inventPerson, recallPerson } from '#infra/simulated/people/directory.ts';
import type { Wish } from '#infra/simulated/people/person.ts';
import { readCode, writeCode } from '#infra/simulated/people/wish-code.ts';
import { createPeopleFinder } from '#infra/simulated/search/find-people.ts';
import { parseQuery, readParts } from '#infra/simulated/search/query.ts';
import { FIRMS, SCHOOLS } from '#infra/simulated/vocabulary/institutions.ts';
import { INTERESTS, PROFESSIONS, professionNamed } from '#infra/simulated/vocabulary/occupations.ts';
import { COUNTRIES, citiesOf, countryOf } from '#infra/simulated/vocabulary/places.ts';

const nurse = professionNamed('nurse');
const LYON_NURSE: Wish = { profession: nurse, cities: citiesOf('Lyon') };
const NURSES = parseQuery('site:linkedin.com/in ("nurse" OR "RN") "Lyon"');

describe('a person invented for a wish', () => {
  it('fits it, differs from the next and is recalled from the address alone', () => {
    const people = [0, 1, 2].map((variant) => inventPerson({ wish: LYON_NURSE, variant }));
    for (const person of people) {
      expect(person).toMatchObject({ profession: { name: 'nurse' }, city: { name: 'Lyon' } });
      expect(recallPerson(person.slug)).toEqual(person);
    }
    expect(new Set(people.map(({ slug }) => slug)).size).toBe(3);
  });

  it('is the same in another process that has searched for nobody', async () => {
    const person = inventPerson({ wish: LYON_NURSE, variant: 1 });
    const script = `
      const { recallPerson } = await import('#infra/simulated/people/directory.ts');
      console.log(JSON.stringify(recallPerson(${JSON.stringify(person.slug)})));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(person)));
  });

  it('is not recalled under another name, nor from what is no code', () => {
    const { slug } = inventPerson({ wish: LYON_NURSE, variant: 0 });
    for (const other of [
      slug.replace(/^[^-]+/, 'somebody'),
      `${slug}0`,
      `${slug}zzz`,
      'maria-silva',
      '-',
      '',
    ])
      expect(recallPerson(other)).toBeUndefined();
  });
});

describe('a code', () => {
  it('carries a whole wish', () => {
    const wish: Wish = {
      profession: nurse,
      specialism: nurse.specialisms[0] ?? null,
      cities: citiesOf('Lyon'),
      origin: countryOf('PE'),
      interests: INTERESTS.slice(3, 5),
      languages: ['Quechua', 'French'],
      field: 'Nursing',
      stage: 'retired',
      rank: 'senior',
    };
    expect(readCode(writeCode({ wish, variant: 3 }))).toEqual(wish);
  });

  it.each([
    ['professions', PROFESSIONS, (profession): Wish => ({ profession })],
    ['countries', COUNTRIES, (origin): Wish => ({ origin })],
    ['cities', COUNTRIES.flatMap(({ cities }) => cities), (city): Wish => ({ cities: [city] })],
    ['schools', SCHOOLS, (school): Wish => ({ school })],
    ['firms', FIRMS, (firm): Wish => ({ firm })],
  ] as [string, never[], (value: never) => Wish][])('tells all %s apart', (_name, list, wishFor) => {
    for (const value of list) {
      const wish = wishFor(value);
      expect(readCode(writeCode({ wish, variant: 0 }))).toEqual(wish);
    }
  });
});

describe('a search', async () => {
  const directory = await buildDirectory({ seed: 7, people: 300 });
  const find = await createPeopleFinder(directory.people);

  it('shows nobody whom the directory does not know', () => {
    for (const person of find(NURSES)) expect(directory.bySlug.get(person.slug)).toEqual(person);
  });

  it('finds the same people however often, whatever was searched for before', () => {
    const slugs = find(NURSES).map(({ slug }) => slug);
    find(parseQuery('"Kenyan" "marine biologist"'));
    expect(find(NURSES).map(({ slug }) => slug)).toEqual(slugs);
  });

  it('finds some who miss one of the things asked for', () => {
    const found = find(NURSES).slice(0, 14);
    const fits = found.filter(({ profession, city }) => profession.name === 'nurse' && city.name === 'Lyon');
    expect(fits.length).toBeGreaterThanOrEqual(5);
    expect(found.length - fits.length).toBeGreaterThanOrEqual(4);
  });
});

describe('what a query asks for', () => {
  const namesOf = (query: string): string[][] =>
    readParts(parseQuery(query)).map((part) =>
      part.map((wish) =>
        [
          wish.profession?.name,
          wish.cities?.[0]?.name,
          wish.origin?.code,
          wish.specialism?.name,
          wish.languages?.[0],
          wish.interests?.[0]?.name,
          wish.firm?.name,
        ]
          .filter((name) => name !== undefined)
          .join(' '),
      ),
    );

  it('is a language or a nationality by the words beside it', () => {
    expect(namesOf('"French"')).toEqual([['French']]);
    expect(namesOf('("French" OR "Frenchmen" OR "France")')).toEqual([['FR']]);
    expect(namesOf('("Japan" OR "Japanese")')).toEqual([['JP']]);
  });

  it('narrows a country to the city beside it, and takes either of two cities', () => {
    expect(namesOf('"Berlin" "Germany"')).toEqual([['Berlin']]);
    expect(namesOf('"Paris" "Lyon"')).toEqual([['Paris', 'Lyon']]);
  });

  it('is a specialism where the profession has it, else an interest', () => {
    expect(namesOf('"AI" "product manager"')).toEqual([['AI'], ['product manager']]);
    expect(namesOf('"blockchain" "nurse"')).toEqual([['blockchain'], ['nurse']]);
  });

  it('is any profession with the word, where it is none by itself', () => {
    expect(namesOf('engineer').flat()).toContain('civil engineer');
  });

  it('is nothing for words that nobody knows', () => {
    expect(namesOf('flurbo "grink zxcvq"')).toEqual([]);
  });
});
