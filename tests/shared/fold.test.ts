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
  ['Artemis, Art', 'Art', 'Art'],
  ['夏まつり実行委員', 'まつり', 'まつり'],
  ['トヨタ自動車', 'トヨタ', 'トヨタ'],
  ['เป็นวิศวกรซอฟต์แวร์', 'วิศวกร', 'วิศวกร'],
])('in %j, the match for %j is %j', (text, words, found) => {
  expect(placesIn(text, words).map(({ start, end }) => text.slice(start, end))).toEqual([found]);
});

it('matches without spaces between them are told apart', () => {
  expect(placesIn('律師律師', '律師')).toEqual([
    { start: 0, end: 2 },
    { start: 2, end: 4 },
  ]);
});

it.each(['Über', 'U\u0308ber'])(
  'the text around a match keeps its case but loses its accents: %s',
  (first) => {
    const [place] = occurrences(`${first} Straße: Weiß, También`, 'weiss');
    expect(place).toMatchObject({ before: 'Uber Straße: ', after: ', Tambien' });
  },
);

it.each([
  ['कला', 'कल'],
  ['Artemis', 'Art'],
  ['Web3', 'Web'],
  ['3DS', 'DS'],
])('%s does not contain %s as a whole word', (text, words) => {
  expect(placesIn(text, words)).toEqual([]);
});

it('a word is found, however many marks are before it', () => {
  const text = `Jörg${'\u0301'.repeat(500_000)}${'\u0316'.repeat(500_000)} Weiß`;
  expect(fold(text)).toBe('jorg weiss');
  expect(placesIn(text, 'weiss')).toEqual([{ start: text.length - 4, end: text.length }]);
});

it('marks that words need are kept, however many there are', () => {
  expect(fold(`कि${'\u093c\u094d'.repeat(500_000)}`)).toHaveLength(1_000_002);
});
