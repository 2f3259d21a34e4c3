import { describe, expect, it } from 'vitest';
import { at } from '#tests/web/features/search/sample-events.ts';
import { LIST_KEYS, listKeyAction } from '#web/features/lists/keys.ts';
import { examplesOf, filterPeople, statusesOf, tableOf, typedStatus } from '#web/features/lists/people.ts';
import { listedOf, profileOf, savedOf, urlOf } from './samples.ts';

const ALL = { status: '', words: '' };

describe('the people of a list', () => {
  const people = [
    listedOf(1, { note: 'Café in Lyon', status: 'contacted' }),
    listedOf(2, { status: 'on holiday', profile: profileOf(2, { location: 'São Paulo', tags: ['growth'] }) }),
    listedOf(3),
  ];
  const found = (words: string, status = '') =>
    filterPeople(people, { words, status }).map(({ profile }) => profile.id);

  it('are filtered by all words, in any field, ignoring case and accents', () => {
    expect(filterPeople(people, ALL)).toBe(people);
    expect(found('cafe LYON')).toEqual(['profile-1']);
    expect(found('sao growth')).toEqual(['profile-2']);
    expect(found('economists of one')).toHaveLength(3);
    expect(found('cafe sao')).toEqual([]);
    const languages = ['Quechua'];
    const certificates = ['Diving Master'];
    const soren = listedOf(4, { profile: profileOf(4, { fullName: 'Søren Weiß', languages, certificates }) });
    for (const words of ['soren weiss', 'quechua diving'])
      expect(filterPeople([soren], { words, status: '' })).toEqual([soren]);
  });

  it('have their texts read once, however many letters are typed', () => {
    let reads = 0;
    const read = () => {
      reads += 1;
      return 'Maps reefs';
    };
    const person = listedOf(4, {
      profile: Object.defineProperty(profileOf(4), 'summary', { get: read, enumerable: true }),
    });
    for (const words of ['r', 're', 'ree', 'reef'])
      expect(filterPeople([person], { words, status: '' })).toEqual([person]);
    expect(filterPeople([person], { words: 'reefy', status: '' })).toEqual([]);
    expect(reads).toBe(1);
  });

  it('are filtered by status, which defaults to new', () => {
    expect(found('', 'Contacted')).toEqual(['profile-1']);
    expect(found('', 'New')).toEqual(['profile-3']);
    expect(found('holiday', 'on holiday')).toEqual(['profile-2']);
    const others = [listedOf(4, { status: 'Ashore' }), listedOf(5, { status: 'on holiday' })];
    expect(statusesOf([...people, ...others])).toEqual([
      ...['new', 'contacted', 'replied', 'rejected'],
      ...['Ashore', 'on holiday'],
    ]);
  });

  it('are the rows of a table in their order, with their status as it is shown', () => {
    const [unscored] = savedOf(3).origins.map((origin) => ({ ...origin, isUnscored: true }));
    const rows = tableOf([...people.slice(0, 2), listedOf(3, { origins: unscored ? [unscored] : [] })]);
    expect(rows).toMatchObject([
      { key: urlOf(1), rank: 1, status: 'Contacted', note: 'Café in Lyon', isScored: true },
      { key: urlOf(2), rank: 2, status: 'on holiday', isScored: true },
      { key: urlOf(3), rank: 3, status: 'New', isScored: false },
    ]);
  });

  it('get a status that can be selected when its label is typed', () => {
    expect(typedStatus(' Contacted ')).toBe('contacted');
    expect(typedStatus('NEW')).toBe('new');
    expect(typedStatus(' On a ship ')).toBe('On a ship');
  });
});

describe('examples for the next search of a chat', () => {
  it('are people from its answers with a rating, latest rating first', () => {
    const people = [
      listedOf(1, { rating: 'good', updatedAt: at(1) }),
      listedOf(2, { rating: 'bad', updatedAt: at(3) }),
      listedOf(3),
      listedOf(4, { ...savedOf(4, 'two'), rating: 'good' }),
    ];
    expect(examplesOf('chat_one', people)).toEqual([
      { url: urlOf(2), rating: 'bad' },
      { url: urlOf(1), rating: 'good' },
    ]);
  });

  it('use the later rating when two lists differ on a person', () => {
    const good = listedOf(1, { rating: 'good', updatedAt: at(1) });
    const bad = listedOf(1, { rating: 'bad', updatedAt: at(2) });
    for (const people of [
      [good, bad],
      [bad, good],
    ])
      expect(examplesOf('chat_one', people)).toEqual([{ url: urlOf(1), rating: 'bad' }]);
  });

  it('are at most 20', () => {
    const people = Array.from({ length: 30 }, (_, index) => listedOf(index, { rating: 'good' }));
    expect(examplesOf('chat_one', people)).toHaveLength(20);
  });
});

describe('the keys of a list', () => {
  const press = (key: string, held: Partial<Record<string, boolean>> = {}) => ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...held,
  });

  it('do what the shortcut list says', () => {
    expect(listKeyAction(press('ArrowDown'), true)).toEqual({ type: 'move', to: 'next' });
    expect(listKeyAction(press('n'), true)).toEqual({ type: 'note' });
    expect(listKeyAction(press('3'), true)).toEqual({ type: 'status', status: 'replied' });
    expect(listKeyAction(press('g'), true)).toEqual({ type: 'rate', rating: 'good' });
    // On a Mac, the key named Delete is this one.
    expect(listKeyAction(press('Backspace'), false)).toEqual({ type: 'remove' });
    const told = LIST_KEYS.flatMap(({ keys }) => keys);
    const names: Record<string, string> = { '↓': 'ArrowDown', '↑': 'ArrowUp', Del: 'Delete' };
    for (const key of told) expect(listKeyAction(press(names[key] ?? key), true)).toBeDefined();
  });

  it.each([
    ['Cyrillic', 'т', 'KeyN', { type: 'note' }],
    ['Greek', 'γ', 'KeyG', { type: 'rate', rating: 'good' }],
    ['Arabic', 'لا', 'KeyB', { type: 'rate', rating: 'bad' }],
    ['Dvorak', 'b', 'KeyN', { type: 'rate', rating: 'bad' }],
    ['French', 'é', 'Digit2', { type: 'status', status: 'contacted' }],
    ['Persian', '۳', 'Digit3', { type: 'status', status: 'replied' }],
  ])(
    'are found by their places on a %s keyboard, if it has no such characters (%s, %s)',
    (_, key, code, action) => {
      expect(listKeyAction({ ...press(key), code }, true)).toEqual(action);
      expect(listKeyAction({ ...press(key), code }, false)).toBeUndefined();
    },
  );

  it('ignore key combinations, and single characters when those are disabled', () => {
    for (const held of ['ctrlKey', 'shiftKey', 'metaKey', 'altKey'])
      for (const key of ['n', 'ArrowDown'])
        expect([held, listKeyAction(press(key, { [held]: true }), true)]).toEqual([held, undefined]);
    expect(listKeyAction(press('n'), false)).toBeUndefined();
    expect(listKeyAction(press('5'), true)).toBeUndefined();
    expect(listKeyAction(press('ArrowUp'), false)).toEqual({ type: 'move', to: 'previous' });
  });
});
