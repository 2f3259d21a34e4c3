import { expect, it } from 'vitest';
import { occurrences, placesIn } from '#functions/pipeline/language/words.ts';
import { fold } from '#shared/fold.ts';

it.each([
  ['Łukasz', 'lukasz'],
  ['SØREN', 'soren'],
  ['Jörg', 'jorg'],
  ['Jo\u0308rg', 'jorg'],
  ['Weiß', 'weiss'],
  ['WEIẞ', 'weiss'],
  ['Æbelø', 'aebelo'],
  ['İstanbul', 'istanbul'],
  ['ﬁrst', 'first'],
  ['𝗖𝗘𝗢', 'ceo'],
  ['Taiwan', 'taiwan'],
  ['مُحَمَّد', 'محمد'],
  ['शांति', 'शांति'],
  ['がく', 'か\u3099く'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

it.each([
  ['Straße, Weiß und mehr', 'weiss', 'Weiß'],
  ['Weiss und Weißes', 'Weiß', 'Weiss'],
  ['Größe: Jo\u0308rg!', 'jorg', 'Jo\u0308rg'],
  ['Ærø, Łukasz', 'Lukasz', 'Łukasz'],
  ['𝗖𝗘𝗢 at ﬁrst', 'at', 'at'],
  ['İzmir, Istanbul', 'İstanbul', 'Istanbul'],
])('in %j, the match for %j is %j', (text, words, found) => {
  expect(placesIn(text, words).map(({ start, end }) => text.slice(start, end))).toEqual([found]);
});

it('the text around a match keeps its case but loses its accents', () => {
  const [place] = occurrences('Über Straße: Weiß, También', 'weiss');
  expect(place).toMatchObject({ before: 'Uber Straße: ', after: ', Tambien' });
});

it.each([
  ['कला', 'कल'],
  ['Artemis', 'Art'],
])('%s does not contain %s as a whole word', (text, words) => {
  expect(placesIn(text, words)).toEqual([]);
});
