import { describe, expect, it } from 'vitest';
import { withRanks } from '#functions/pipeline/conversation/basis.ts';
import { mentionedPeople } from '#functions/pipeline/conversation/mentioned-people.ts';
import { foundProfile } from '#tests/support/fake-providers.ts';

describe('names with special letters', () => {
  const people = ['Łukasz Nowak', 'Søren Æbelø', 'Jörg Weiß', 'Ana Quispe'].map((name, index) =>
    foundProfile(index + 1, { title: `${name} - Engineer | LinkedIn` }),
  );
  const outOf = (request: string) =>
    mentionedPeople(request, withRanks(people)).leftOut.map(({ rank }) => rank);

  it.each([
    ['remove Lukasz Nowak', [1]],
    ['remove Łukasz Nowak', [1]],
    ['remove Soren Aebelo', [2]],
    ['remove Søren Æbelø', [2]],
    ['remove Jorg Weiss', [3]],
    ['remove JÖRG WEISS', [3]],
    ['remove Jo\u0308rg Weiß', [3]],
    ['remove Jörg Weiß and Lukasz Nowak', [1, 3]],
    ['außer Jörg Weiß', [3]],
    ['Fußball, Straße, Größe: remove Jörg Weiß', [3]],
    ['Jörg Weiß does not fit', [3]],
    ['Fußball und Straße und Weiß, leave Jörg Weiß out', [3]],
    ['do not remove Jörg Weiß', []],
    ['remove Lukas Nowak', []],
    ['remove Jorg Weis', []],
    ['remove Jörg Schwarz', []],
  ])('match only themselves, however these letters are typed: %j', (request, out) => {
    expect(outOf(request)).toEqual(out);
  });
});

it.each([
  ['Le Duc', 'more like Le Duc', 1],
  ['Le Duc', 'more like the duke', 0],
  ['Ana Quispe (She/Her)', 'people like Ana Quispe', 1],
  ['Ana Quispe (She/Her)', 'is there somebody she would hire for her team?', 0],
])('a person is named by their names, short ones too, but not by their pronouns: %s, %s', (...row) => {
  const [name, request, count] = row;
  const people = [foundProfile(1, { title: `${name} - Engineer | LinkedIn` })];
  expect(mentionedPeople(request, withRanks(people)).examples).toHaveLength(count);
});

it('a person whom a request rejects in another way is no example', () => {
  const people = [1, 2, 3].map((number) => foundProfile(number));
  const { examples, leftOut } = mentionedPeople('remove , more like these', withRanks(people), [
    people[0]?.url ?? '',
  ]);
  expect(examples).toHaveLength(2);
  expect(leftOut.map(({ rank }) => rank)).toEqual([1]);
});

it('numbers are those that people carry, and those without one can only be named', () => {
  const people = [
    { ...foundProfile(1), rank: 3 },
    { ...foundProfile(2), rank: 1 },
    foundProfile(3, { title: 'Ana Quispe - Engineer | LinkedIn' }),
  ];
  const outOf = (request: string) => mentionedPeople(request, people).leftOut.map(({ url }) => url);
  expect(outOf('remove number 1')).toEqual([people[1]?.url]);
  expect(outOf('remove the third one')).toEqual([people[0]?.url]);
  expect(outOf('remove number 2')).toEqual([]);
  expect(outOf('remove Ana Quispe')).toEqual([people[2]?.url]);
  const { examples } = mentionedPeople('more like these', people);
  expect(examples.map(({ data }) => data['rank'])).toEqual([3, 1]);
});

it('a name in parentheses counts, pronouns there do not', () => {
  const titles = ['Robert Smith (Bob) - Engineer | LinkedIn', 'Ana Poma (she/her) - Engineer | LinkedIn'];
  const people = titles.map((title, index) => foundProfile(index + 1, { title }));
  const outOf = (request: string) =>
    mentionedPeople(request, withRanks(people)).leftOut.map(({ rank }) => rank);
  expect(outOf('remove Bob Smith')).toEqual([1]);
  expect(outOf('remove those whom she and her colleagues know')).toEqual([]);
});

describe('names with particles', () => {
  const people = ['María de la Cruz', 'Ursula von der Leyen', 'Le Van Duc', 'Ana Quispe'].map((name, index) =>
    foundProfile(index + 1, { title: `${name} - Engineer | LinkedIn` }),
  );

  it.each([
    ['solo los de la ciudad de Lima', [], []],
    ['nicht von der Uni München', [], []],
    ['María, pero de la ciudad de Lima', [], []],
    ['quita a María de la Cruz', [], [1]],
    ['quita a María Cruz', [], [1]],
    ['como María de la Cruz', [1], []],
    ['remove María de la Cruz and number 4', [], [1, 4]],
    ['remove María de la C. Cruz and number 4', [], [1, 4]],
    ['nicht Ursula von der Leyen', [], [2]],
    ['Ursula von der Leyen passt nicht', [], [2]],
    ['remove Le Van Duc', [], [3]],
    ['remove von der Leyen', [], [2]],
    ['quita a de la Cruz', [], [1]],
  ])('are mentioned by their other words: %s', (request, like, out) => {
    const { examples, leftOut } = mentionedPeople(request, withRanks(people));
    expect(examples.map(({ data }) => data['rank'])).toEqual(like);
    expect(leftOut.map(({ rank }) => rank)).toEqual(out);
  });
});

describe('names with credentials', () => {
  const people = [
    'Ana Poma, PhD, MBA - Scientist',
    'Jan van Dijk, PhD - Engineer',
    'Rosa (Rosie) Huanca MBA - Chemist',
  ].map((title, index) => foundProfile(index + 1, { title: `${title} | LinkedIn` }));

  it.each([
    ['must have a PhD and an MBA', [], []],
    ['with or without a PhD or MBA', [], []],
    ['without a PhD, like Ana Poma', [1], []],
    ['remove Ana Poma', [], [1]],
    ['remove van Dijk', [], [2]],
    ['like Rosa Huanca, with an MBA', [3], []],
  ])('are mentioned without these: %s', (request, like, out) => {
    const { examples, leftOut } = mentionedPeople(request, withRanks(people));
    expect(examples.map(({ data }) => data['rank'])).toEqual(like);
    expect(leftOut.map(({ rank }) => rank)).toEqual(out);
  });
});

describe('the people a request refers to', () => {
  const people = [
    foundProfile(1, { title: 'Ana Quispe - Applied Scientist - Acme | LinkedIn' }),
    foundProfile(2, { title: 'Luis Mamani - Engineer | LinkedIn' }),
    foundProfile(3, { title: 'Rosa Huanca - Engineer | LinkedIn' }),
  ];
  const ranksOf = (request: string) => {
    const { examples, leftOut } = mentionedPeople(request, withRanks(people));
    return { like: examples.map(({ data }) => data['rank']), out: leftOut.map(({ rank }) => rank) };
  };

  it.each([
    ['remove number 1', [], [1]],
    ['not like number 1', [], [1]],
    ['people like them but not the first one', [2, 3], [1]],
    ['more like number 2, not like number 1', [2], [1]],
    ['not number 1 but number 2', [2], [1]],
    ['remove number 1 and add more like number 2', [2], [1]],
    ['remove number 1, like number 2', [2], [1]],
    ['remove number 1 and number 3', [], [1, 3]],
    ['remove number 1 and 3', [], [1, 3]],
    ['remove numbers 1, 2 and 3', [], [1, 2, 3]],
    ['like number 1 and 3 years at Google', [1], []],
    ['remove the first and third one', [], [1, 3]],
    ['without the first, second and third', [], [1, 2, 3]],
    ['more like the first and second ones', [1, 2], []],
    ['remove Ana Quispe and Luis Mamani', [], [1, 2]],
    ['without the first one, the second one and number 3', [], [1, 2, 3]],
    ['remove number 1, number 3 is good', [3], [1]],
    ['no recruiters, number 3 is good', [3], []],
    ['take number 2', [2], []],
    ['without the second', [], [2]],
    ['leave #2 out', [], [2]],
    ['everybody but number 3', [], [3]],
    ['I don’t want number 3', [], [3]],
    ['number 3 does not fit', [], [3]],
    ['exclude Ana Quispe', [], [1]],
    ['nicht wie Nummer 1', [], [1]],
    ['quita el número 2', [], [2]],
    ['like number 3', [3], []],
    ['not only like number 3', [3], []],
    ['no PhD, like number 3', [3], []],
    ['drop the PhD and find people like number 3', [3], []],
    ['without a degree but like Ana Quispe', [1], []],
    ['like the first one, without a PhD', [1], []],
    ['everybody except number 1', [], [1]],
    ['keep everybody except number 1', [], [1]],
    ['remove the PhD and show everybody except number 1', [], [1]],
    ['remove everybody except number 1', [1], []],
    ['hide all except Ana Quispe', [1], []],
    ['nobody except number 1 and number 2', [1, 2], []],
    ['don’t show anybody other than number 1', [1], []],
    ['quita a todos menos el número 1', [1], []],
    ['don’t remove anybody except number 1', [], [1]],
    ['don’t remove number 1', [1], []],
    ['do not forget about Ana Quispe', [1], []],
    ['do not leave Ana Quispe out', [1], []],
    ['no elimines el número 1', [1], []],
    ['entferne nicht Nummer 1', [1], []],
    ['no, remove number 1', [], [1]],
    ['why don’t you remove number 1?', [], [1]],
    ['why not more like number 2?', [2], []],
    ['are there no more people like Ana Quispe?', [1], []],
    ['no more people like Ana Quispe', [], [1]],
    ['instead of number 1, number 3', [3], [1]],
    ['instead of number 1 and number 2, number 3', [3], [1, 2]],
    ['rather than number 1, number 2', [2], [1]],
    ['baseado no número 3', [3], []],
    ['gente como no número 2', [2], []],
    ['mais gente no Brasil como o número 2', [2], []],
    ['más como el número 2, no el número 1', [2], [1]],
    ['no quiero el número 1', [], [1]],
    ['não quero o número 1', [], [1]],
    ['je ne veux pas du numéro 2', [], [2]],
    ['no me gusta el número 1', [], [1]],
    ['el número 1 no encaja', [], [1]],
    ['Nummer 2 passt nicht', [], [2]],
    ['number 2 is a bad fit', [], [2]],
    ['number 2 is a poor match, number 3 is a good match', [3], [2]],
    ['number 2 is a good fit', [2], []],
    ['not as senior as number 2', [2], []],
    ['like number 2 but not in Lima', [2], []],
    ['like number 1 not number 2', [1], [2]],
    ['people close to number 1 that are not in Lima', [1], []],
    ['people resembling number 1 that are not in Lima', [1], []],
    ['comparable to Ana Quispe but not in Lima', [1], []],
    ['people closest to number 2 who don’t live in Peru', [2], []],
    ['people resembling number 1, not number 2', [1], [2]],
    ['nicht nur Nummer 1, sondern auch Nummer 2', [1, 2], []],
    ['nicht nur wie Nummer 1', [1], []],
    ['no solo como el número 1', [1], []],
    ['no sólo me gusta el número 1, también el número 2', [1, 2], []],
    ['não só o número 1, mas também o número 2', [1, 2], []],
    ['pas seulement le numéro 1, mais aussi le numéro 2', [1, 2], []],
    ['pas que le numéro 1', [1], []],
    ['nicht Nummer 1, sondern Nummer 2', [2], [1]],
    ['nicht Nummer 1, nur Nummer 2', [2], [1]],
    ['pas le numéro 1', [], [1]],
    ['não o número 1, só o número 2', [2], [1]],
    ['discard number 3', [], [3]],
    ['reject number 2', [], [2]],
    ['omit number 2', [], [2]],
    ['rule out number 1', [], [1]],
    ['filter out number 3', [], [3]],
    ['remove only number 3', [], [3]],
    ['remove both number 1 and number 3', [], [1, 3]],
    ['remove result number 3', [], [3]],
    ['remove candidates number 1 and 3', [], [1, 3]],
    ['descarta al número 3', [], [3]],
    ['excluye al número 3', [], [3]],
    ['borra el número 3', [], [3]],
    ['saca al número 3', [], [3]],
    ['exclua o número 3', [], [3]],
    ['exclus le numéro 3', [], [3]],
    ['élimine le numéro 3', [], [3]],
    ['écarte le numéro 3', [], [3]],
    ['streiche Nummer 3', [], [3]],
    ['Nummer 3 streichen', [], [3]],
    ['schließe Nummer 3 aus', [], [3]],
    ['wähle Nummer 3 aus', [3], []],
    ['il ne faut pas écarter le numéro 2', [2], []],
    ['schließe Nummer 3 aus und zeige mehr', [], [3]],
    ['bitte Nummer 3 ausschließen', [], [3]],
    ['wie Nummer 3 aus Lima', [3], []],
    ['exclusively like number 3', [3], []],
    ['exclusivement comme le numéro 3', [3], []],
    ['don’t only show people like number 3', [3], []],
    ['don’t rule out number 2', [2], []],
    ['do not rule number 2 out', [2], []],
    ['do not discard number 2', [2], []],
    ['no descartes al número 1', [1], []],
    ['no saques al número 1', [1], []],
    ['no excluyas al número 1', [1], []],
    ['não exclua o número 1', [1], []],
    ['n’exclus pas le numéro 1', [1], []],
    ['descarta a todos menos el número 1', [1], []],
    ['I’d like them to speak German', [], []],
    ['I would also like those in Berlin', [], []],
    ['I don’t like these', [], []],
    ['not like these people', [], []],
    ['nicht wie diese', [], []],
    ['nicht so wie diese', [], []],
    ['no como estos', [], []],
    ['pas comme ceux-ci', [], []],
    ['we’d like people like these', [1, 2, 3], []],
    ['I like these, find more', [1, 2, 3], []],
    ['not just like these', [1, 2, 3], []],
    ['nicht nur wie diese', [1, 2, 3], []],
    ['also like these', [1, 2, 3], []],
    ['someone like her', [1, 2, 3], []],
    ['only candidates 3+ years of experience', [], []],
    ['candidates 3 years in the field', [], []],
    ['candidates 3-5 years in the field', [], []],
    ['no 3 years of experience', [], []],
    ['like number 1 + number 3', [1, 3], []],
    ['I like number 3 more', [3], []],
    ['remove numbers 1, 2, and 3', [], [1, 2, 3]],
    ['remove number 1, number 2, and number 3', [], [1, 2, 3]],
    ['instead of number 1, number 3', [3], [1]],
    ['like number 3 - 5 years of Java', [3], []],
    ['like number 3\n- 5+ years of Java', [3], []],
    ['remove numbers 1-3', [], [1, 2, 3]],
    ['remove #2 – #3', [], [2, 3]],
    ['hide candidates 2 to 20', [], [2, 3]],
    ['numbers 1 through 2 and 3, not like these', [1, 2, 3], []],
    ['keep numbers 2-3, remove number 1', [2, 3], [1]],
    ['candidates 1 to 3 years after their PhD', [], []],
    ['number 1 to 3 years older', [], []],
    ['written in C# 2 or F# 3', [], []],
    ['number 1 is good, number 2 is too', [1, 2], []],
    ['number 3 is good too, please', [3], []],
  ])('are told apart as examples or left out: %s', (request, like, out) => {
    expect(ranksOf(request)).toEqual({ like, out });
  });

  it.each([
    ['remove #1 and #2', [], [1, 2]],
    ['more like #3, but not #1 and #2', [3], [1, 2]],
    ['drop the first and the third', [], [1, 3]],
    ['remove the first, the second and the third', [], [1, 2, 3]],
    ['quita al primero y al segundo', [], [1, 2]],
    ['like the first and the third', [1, 3], []],
    ['worked at the first and the third company', [], []],
    ['remove number 1 as well as number 2', [], [1, 2]],
    ['remove number 1 plus number 2, and also number 3', [], [1, 2, 3]],
    ['not like number 1 or number 2', [], [1, 2]],
    ['not numbers 1, 2 or 3', [], [1, 2, 3]],
    ['neither the first nor the second', [], [1, 2]],
    ['do not remove number 1 or number 2', [1, 2], []],
    ['not as senior as number 1 or number 2', [1, 2], []],
    ['instead of number 1 or number 2, number 3', [3], [1, 2]],
    ['leave number 1 and number 2 out', [], [1, 2]],
    ['leave the first and the second out', [], [1, 2]],
    ['do not leave number 1 and number 2 out', [], []],
    ['keep number 1 and leave number 2 out', [1], [2]],
    ['Ana Quispe and Rosa Huanca are not relevant', [], [1, 3]],
    ['number 1, number 2 or number 3 don’t fit', [], [1, 2, 3]],
    ['Nummer 1 und Nummer 2 passen nicht', [], [1, 2]],
    ['number 1 and number 2 are too senior', [], []],
    ['number 1 and number 2 are good, number 3 is too senior', [1, 2], []],
    ['remove number 1 and number 2 is fine', [2], [1]],
  ])('are told apart if several are mentioned in a row: %s', (request, like, out) => {
    expect(ranksOf(request)).toEqual({ like, out });
  });

  it.each([
    ['remove numbers 1-3 except number 2', [2], [1, 3]],
    ['hide numbers 1, 2 and 3, but not number 2', [2], [1, 3]],
    ['remove numbers 1 to 3 but keep number 3', [3], [1, 2]],
    ['remove number 1 but not number 2', [2], [1]],
    ['remove number 1, not number 2', [], [1, 2]],
    ['remove number 1 and find people like number 3 but not number 2', [3], [1, 2]],
    ['do not keep number 1', [], []],
    ['keep number 2 out', [], [2]],
  ])('are not left out if the request spares them again: %s', (request, like, out) => {
    expect(ranksOf(request)).toEqual({ like, out });
  });

  it.each([
    ['Ich will Nummer 2 nicht', []],
    ['number 2 isn’t what I want', []],
    ['number 2 is not a bad match', []],
    ['I am not sure about number 3, more like number 1', [1]],
    ['people like these, but number 2 is not senior', [1, 3]],
    ['más como el número 1, no Luis Mamani', [1]],
    ['number 2 isn’t available, find someone like her', [2]],
    ['Luis Mamani is not available, more people like that', [2]],
    ['number 2 isn’t available, more like the top ones', [1, 3]],
    ['number 1 is too senior', []],
    ['Ana Quispe seems a bit too senior for us', []],
    ['el número 1 es demasiado junior', []],
    ['number 2 is overqualified', []],
    ['number 2 already works for us', []],
    ['number 2 is too junior, more like number 1', [1]],
    ['people like these, but number 2 is unavailable', [1, 3]],
    ['not close to number 1', []],
    ['not as close to number 1 as I’d like', []],
    ['nobody in this list is close to number 1 and number 2 isn’t senior', [1]],
  ])('are neither left out nor examples if the request only criticises them: %s', (request, like) => {
    expect(ranksOf(request)).toEqual({ like, out: [] });
  });

  it.each([
    ['why is number 1 first?', []],
    ['Why is number 1 ranked higher than number 2?', []],
    ['and why does number 3 have 96%', []],
    ['who is Ana Quispe?', []],
    ['who’s number 2', []],
    ['tell me more about number 3', []],
    ['is number 2 still at Google?', []],
    ['does Luis Mamani speak German', []],
    ['and is number 2 in Lima?', []],
    ['Has Ana Quispe ever worked in Japan?', []],
    ['can number 3 start now?', []],
    ['verify number 1', []],
    ['compare number 1 and number 2', []],
    ['please compare number 1 with number 3', []],
    ['what is the difference between numbers 1 and 3?', []],
    ['How does number 1 compare to number 2?', []],
    ['vergleiche Nummer 1 mit Nummer 2', []],
    ['¿por qué está primero el número 1?', []],
    ['why is number 1 first? more like number 2', [2]],
    ['explain number 1 and find others like number 2', [2]],
    ['who is number 1? find someone like her', [1]],
    ['why not more like number 1?', [1]],
    ['are there others like number 3?', [3]],
    ['why so few close to number 2?', [2]],
    ['the best is number 2, find people like her', [2]],
    ['My favourite is number 2. Find similar people.', [2]],
    ['what I want is number 1 in Lima', [1]],
    ['what about number 2 in Lima?', [2]],
    ['Who is number 2? Find more people like number 2', [2]],
    ['Why is number 1 first? I want others like number 1', [1]],
    ['why is number 1 first? more like these', [1, 2, 3]],
    ['Compared to number 1, more senior', [1]],
    ['Vergleichbar mit Nummer 2, aber in Berlin', [2]],
    ['Why so few people with the same background as number 1?', [1]],
    ['How do I get more candidates such as number 1?', [1]],
    ['Explain the ranking, then find others with the same employer as number 1', [1]],
  ])('are neither left out nor examples if the request only asks about them: %s', (request, like) => {
    expect(ranksOf(request)).toEqual({ like, out: [] });
  });

  it.each([
    ['commas before many people', `${','.repeat(14_000)}${' number 1'.repeat(100)}`, [1], []],
    ['letters that a contraction may end', `${':n'.repeat(7_000)} number 1`, [1], []],
    ['the same person again and again', 'Ana Quispe '.repeat(1_300), [1], []],
    ['exceptions from exceptions', 'drop x except number 1 '.repeat(650), [1], []],
    ['people who are removed and spared', 'remove number 1 but not number 1 '.repeat(450), [1], []],
    ['words that may precede an exception', `${'remove x but '.repeat(1_100)}not number 1`, [1], []],
    ['people who are left out', 'not number 1, '.repeat(1_000), [], [1]],
    ['questions about somebody', 'why, and why is number 1 '.repeat(600), [], []],
  ])('are found in the longest requests too: %s', (_, request, like, out) => {
    expect(ranksOf(request)).toEqual({ like, out });
  });
});
