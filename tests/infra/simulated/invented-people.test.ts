import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildDirectory, inventPerson, recallPerson } from '#infra/simulated/people/directory.ts';
import type { NearMissKind, Person, Wish } from '#infra/simulated/people/person.ts';
import { readCode, writeCode } from '#infra/simulated/people/wish-code.ts';
import { createPeopleFinder } from '#infra/simulated/search/find-people.ts';
import { parseQuery, readParts } from '#infra/simulated/search/query.ts';
import { FIRMS, SCHOOLS } from '#infra/simulated/vocabulary/institutions.ts';
import { INTERESTS, PROFESSIONS, professionNamed } from '#infra/simulated/vocabulary/occupations.ts';
import { COUNTRIES, citiesOf, countryOf } from '#infra/simulated/vocabulary/places.ts';
import { findNamed } from '#infra/simulated/vocabulary/read.ts';

const nurse = professionNamed('nurse');
const LYON_NURSE: Wish = { profession: nurse, cities: citiesOf('Lyon') };
const NURSES = parseQuery('site:linkedin.com/in ("nurse" OR "RN") "Lyon"');

describe('a person invented for a wish', () => {
  it('fits it, differs from the next one and can be recalled from the slug alone', () => {
    const people = [0, 1, 2].map((variant) => inventPerson({ wish: LYON_NURSE, variant }));
    for (const person of people) {
      expect(person).toMatchObject({ profession: { name: 'nurse' }, city: { name: 'Lyon' } });
      expect(recallPerson(person.slug)).toEqual(person);
    }
    expect(new Set(people.map(({ slug }) => slug)).size).toBe(3);
  });

  it('is the same in another process without any searches', async () => {
    const person = inventPerson({ wish: LYON_NURSE, variant: 1 });
    const script = `
      const { recallPerson } = await import('#infra/simulated/people/directory.ts');
      console.log(JSON.stringify(recallPerson(${JSON.stringify(person.slug)})));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(person)));
  });

  it('is not recalled under another name or from an invalid code', () => {
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

describe('a near miss', () => {
  const wish: Wish = {
    ...LYON_NURSE,
    origin: countryOf('PE'),
    firm: findNamed(FIRMS, 'Mayo Clinic'),
    school: findNamed(SCHOOLS, 'Stanford University'),
  };
  const seeming = (nearMiss: NearMissKind): Person =>
    inventPerson({ wish: { ...wish, nearMiss }, variant: 4 });

  it('has left the place, though search results may not show it yet', () => {
    expect(seeming('lived').city.country).not.toBe('FR');
    expect(seeming('lived').about.join(' ')).toContain('Lived in Lyon until');
    const { city, shownCity } = seeming('moved');
    expect(city.country).not.toBe('FR');
    expect(shownCity.name).toBe('Lyon');
  });

  it('left the firm, teaches at the school, hires for the profession or works with the country', () => {
    const firms = seeming('firm').jobs.map(({ firm }) => firm.name);
    expect(firms.indexOf('Mayo Clinic')).not.toBe(0);
    const { studies, about } = seeming('school');
    expect(studies.some(({ school }) => school.name === 'Stanford University')).toBe(false);
    expect(about).toContain('Guest lecturer at Stanford University.');
    expect(seeming('profession').profession.name).toBe('recruiter');
    expect(seeming('profession').about).toContain('Hiring for roles such as nurse.');
    expect(seeming('origin').origin.code).not.toBe('PE');
    expect(seeming('origin').about).toContain('Works with partners in Peru.');
  });

  it('shares a fitting person’s name, if a namesake is wanted', () => {
    const [fit, namesake] = [{}, { nearMiss: 'moved', isNamesake: true } as const].map((more) =>
      inventPerson({ wish: { ...LYON_NURSE, ...more }, variant: 2 }),
    );
    expect(namesake?.lastName).toBe(fit?.lastName);
    expect(namesake?.firstName.startsWith(fit?.firstName ?? '-')).toBe(true);
    expect(namesake?.slug).not.toBe(fit?.slug);
    expect(recallPerson(namesake?.slug ?? '')).toEqual(namesake);
  });
});

describe('a code', () => {
  it('encodes a whole wish', () => {
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
      nearMiss: 'moved',
      isNamesake: true,
    };
    expect(readCode(writeCode({ wish, variant: 3 }))).toEqual(wish);
  });

  it.each([
    ['professions', PROFESSIONS, (profession): Wish => ({ profession })],
    ['countries', COUNTRIES, (origin): Wish => ({ origin })],
    ['cities', COUNTRIES.flatMap(({ cities }) => cities), (city): Wish => ({ cities: [city] })],
    ['schools', SCHOOLS, (school): Wish => ({ school })],
    ['firms', FIRMS, (firm): Wish => ({ firm })],
  ] as [string, never[], (value: never) => Wish][])('distinguishes all %s', (_name, list, wishFor) => {
    for (const value of list) {
      const wish = wishFor(value);
      expect(readCode(writeCode({ wish, variant: 0 }))).toEqual(wish);
    }
  });
});

describe('a search', async () => {
  const directory = await buildDirectory({ seed: 7, people: 300 });
  const find = await createPeopleFinder(directory.people);

  it('shows only people in the directory', () => {
    for (const person of find(NURSES)) expect(directory.bySlug.get(person.slug)).toEqual(person);
  });

  it('finds the same people every time, whatever was searched before', () => {
    const slugs = find(NURSES).map(({ slug }) => slug);
    find(parseQuery('"Kenyan" "marine biologist"'));
    expect(find(NURSES).map(({ slug }) => slug)).toEqual(slugs);
  });

  it('finds people who fit, near misses and people who do not fit', () => {
    const found = find(NURSES).slice(0, 14);
    const isFit = ({ profession, city }: Person) => profession.name === 'nurse' && city.name === 'Lyon';
    expect(found.filter(isFit).length).toBeGreaterThanOrEqual(5);
    expect(found.filter((person) => !isFit(person)).length).toBeGreaterThanOrEqual(6);
    const seeming = found.slice(0, 9).filter((person) => !isFit(person));
    expect(seeming.length).toBeGreaterThanOrEqual(2);
  });

  it('finds two namesakes', () => {
    const found = find(NURSES).slice(0, 14);
    const names = Map.groupBy(found, ({ firstName, lastName }) => `${firstName.split(' ')[0]} ${lastName}`);
    const namesakes = [...names.values()].filter((people) => people.length === 2);
    expect(namesakes).toHaveLength(1);
    const [one, other] = namesakes.flat();
    expect(one && directory.namesakeOf(one)).toEqual(other);
    expect(other && directory.namesakeOf(other)).toEqual(one);
  });

  it('still finds fitting people when it excludes something that most of them have', () => {
    const query = parseQuery('-"PhD" ("German" OR "Germany") "marine biologist" "Australia"');
    const found = find(query).slice(0, 10);
    expect(found.map(({ profession, city }) => `${profession.name} ${city.country}`)).toContain(
      'marine biologist AU',
    );
    const withoutPhd = found.filter(({ studies }) => !studies.some(({ degree }) => degree.endsWith('PhD')));
    expect(withoutPhd.length).toBeGreaterThanOrEqual(2);
    for (const { about } of found) expect(about.join(' ')).not.toContain('PhD');
  });
});

describe('a query’s parts', () => {
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

  it('are read as a language or a nationality depending on the words around them', () => {
    expect(namesOf('"French"')).toEqual([['French']]);
    expect(namesOf('("French" OR "Frenchmen" OR "France")')).toEqual([['FR']]);
    expect(namesOf('("Japan" OR "Japanese")')).toEqual([['JP']]);
  });

  it('narrow a country to the city next to it, and accept either of two cities', () => {
    expect(namesOf('"Berlin" "Germany"')).toEqual([['Berlin']]);
    expect(namesOf('"Paris" "Lyon"')).toEqual([['Paris', 'Lyon']]);
  });

  it('are a specialism if the profession has it, and otherwise an interest', () => {
    expect(namesOf('"AI" "product manager"')).toEqual([['AI'], ['product manager']]);
    expect(namesOf('"blockchain" "nurse"')).toEqual([['blockchain'], ['nurse']]);
  });

  it('match any profession that contains the word, if it is not one itself', () => {
    expect(namesOf('engineer').flat()).toContain('civil engineer');
  });

  it('are empty for unknown words', () => {
    expect(namesOf('flurbo "grink zxcvq"')).toEqual([]);
  });
});
