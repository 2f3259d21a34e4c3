import { describe, expect, it, vi } from 'vitest';
import { fold } from '#shared/fold.ts';
import type { Digest } from '#shared/history.ts';
import { HistoryIndex, mark, wordsOf } from '#web/features/chats/history/find.ts';

const urlOf = (name: string) => `https://www.linkedin.com/in/${encodeURIComponent(name)}`;

interface ChatSketch {
  title?: string;
  at?: number;
  request?: string;
  /** Headlines by name. */
  people?: Record<string, string>;
}

const timeOf = (at: number) => `2026-11-${String(at).padStart(2, '0')}T09:00:00.000Z`;

function digestsOf(chatId: string, { at = 1, request = '', people = {} }: ChatSketch): Digest[] {
  const about = { chatId, timestamp: timeOf(at) };
  const found = Object.entries(people).map(([name, headline]) => ({
    name,
    headline,
    profileUrl: urlOf(name),
  }));
  return [
    { ...about, messageId: `msg_${chatId}_q`, request },
    { ...about, messageId: `msg_${chatId}_a`, people: found },
  ];
}

function indexOf(chats: Record<string, ChatSketch>): HistoryIndex {
  const index = new HistoryIndex();
  for (const [id, sketch] of Object.entries(chats)) {
    const { title = 'A chat', at = 1 } = sketch;
    index.putChat({ id, title, lastMessageAt: timeOf(at), isArchived: false });
    index.putDigests(digestsOf(id, sketch));
  }
  return index;
}

const idsIn = (index: HistoryIndex, query: string) => index.find(query).hits.map(({ chat }) => chat.id);

describe('words', () => {
  it.each([
    ['Čapek, José', ['capek', 'jose']],
    ['STRASSE straße', ['strasse']],
    ['Łukasz Søren', ['lukasz', 'soren']],
    ['C++ c#', ['c++', 'c#']],
    ['O’Brien  o’brien', ['o', 'brien']],
    ['Ｆｕｌｌ ﬁne', ['full', 'fine']],
    ['Иван Ёлкин', ['иван', 'елкин']],
    [' — … ', []],
  ])('are compared without case, accents or ligatures: %s', (query, words) => {
    expect(wordsOf(query)).toEqual(words);
  });
});

describe('a search', () => {
  const index = indexOf({
    lima: {
      ...{ title: 'Lawyers in Lima', at: 3, request: 'Peruvian lawyers who studied abroad' },
      people: { 'José Núñez': 'Partner at Invented Law', 'Ana Lawson': 'Tax adviser in Cusco' },
    },
    oslo: {
      ...{ title: 'Engineers', at: 5, request: 'People in Oslo who build ferries' },
      people: { 'Lima Berg': 'Naval engineer', 'Bo Dahl': 'Lawyer turned engineer in Lima' },
    },
    empty: { title: 'New Chat', at: 4, request: 'Something about Lima' },
  });

  it('matches word prefixes in any order, in any field', () => {
    expect(idsIn(index, 'lim law')).toEqual(['lima', 'oslo']);
    expect(idsIn(index, 'LAWYERS lima')).toEqual(idsIn(index, 'lima lawyers'));
    expect(idsIn(index, 'nunez')).toEqual(['lima']);
    expect(idsIn(index, 'awyers')).toEqual([]);
    expect(idsIn(index, 'law nobody')).toEqual([]);
  });

  it('finds no people in an answer whose names are hidden, and its chat only by its own words', () => {
    const hiding = ['msg_lima_a'];
    expect(index.find('nunez', hiding)).toEqual({ hits: [], count: 0 });
    const [first] = index.find('lima law', hiding).hits;
    expect(first).toMatchObject({ chat: { id: 'lima' }, people: [], morePeople: 0 });
    expect(index.find('lima law').hits[0]?.people).not.toEqual([]);
    expect(index.find('dahl', hiding).hits).toMatchObject([{ people: [{ person: { name: 'Bo Dahl' } }] }]);
  });

  it('ranks titles before requests, names and headlines in that order, then newer chats first', () => {
    expect(idsIn(index, 'lima')).toEqual(['lima', 'empty', 'oslo']);
    const equal = indexOf({ older: { title: 'Bees', at: 2 }, newer: { title: 'Bees', at: 9 } });
    expect(idsIn(equal, 'bee')).toEqual(['newer', 'older']);
    const people = indexOf({
      headline: { at: 9, people: { Xu: 'Baker' } },
      name: { at: 1, people: { Baker: 'x' } },
    });
    expect(idsIn(people, 'baker')).toEqual(['name', 'headline']);
  });

  it('lists the matching people, name matches first, with the answer that contains them', () => {
    const [oslo] = index.find('lima eng').hits.filter(({ chat }) => chat.id === 'oslo');
    expect(oslo?.people.map(({ person, messageId }) => [person.name, messageId])).toEqual([
      ['Lima Berg', 'msg_oslo_a'],
      ['Bo Dahl', 'msg_oslo_a'],
    ]);
    const [lima] = index.find('lawyers').hits;
    expect([lima?.chat.id, lima?.people]).toEqual(['lima', []]);
    // Words matched by the chat's title need not match the person too.
    expect(index.find('lima jose').hits[0]?.people.map(({ person }) => person.name)).toEqual(['José Núñez']);
  });

  it('does not combine words from two different people', () => {
    expect(idsIn(index, 'berg dahl')).toEqual([]);
    expect(idsIn(index, 'jose cusco')).toEqual([]);
  });

  it('shows the matching request unless the title matches as well', () => {
    expect(index.find('ferries').hits[0]?.request).toEqual({
      messageId: 'msg_oslo_q',
      text: 'People in Oslo who build ferries',
    });
    expect(index.find('lawyers').hits[0]?.request).toBeUndefined();
  });

  it('combines the title with the request that has what it lacks, not with the one that repeats it', () => {
    const followed = indexOf({ lima: { title: 'Lawyers in Lima', request: 'Lawyers in Lima' } });
    const narrowed = { messageId: 'msg_lima_q2', text: 'Only those in Cusco' };
    const { messageId, text: request } = narrowed;
    followed.putDigests([{ chatId: 'lima', messageId, timestamp: timeOf(2), request }]);
    expect(followed.find('lawyers lima cusco').hits).toMatchObject([{ request: narrowed }]);
    expect(followed.find('lima lawyers').hits[0]?.request).toBeUndefined();
  });

  it('combines a person with an older request if the newest lacks what the person lacks', () => {
    const request = 'Beekeepers in Norway, organic';
    const keepers = indexOf({
      bees: { title: 'Beekeepers', request, people: { 'Ida Hansen': 'Beekeeper' } },
    });
    const newer = { messageId: 'msg_bees_q2', request: 'not Hansen, please' };
    keepers.putDigests([{ chatId: 'bees', timestamp: timeOf(2), ...newer }]);
    expect(keepers.find('beekeepers organic hansen').hits).toMatchObject([
      { request: { text: request }, people: [{ person: { name: 'Ida Hansen' } }] },
    ]);
  });

  it('goes through the people once for all requests that leave the same words over', () => {
    const scansIn = (size: number) => {
      const all = Array.from({ length: size }, (_, number) => number);
      const people = Object.fromEntries(all.map((number) => [`Ida ${number}`, 'Beekeeper']));
      const long = indexOf({ long: { request: 'Hamburg', people } });
      const about = { chatId: 'long', timestamp: timeOf(2), request: 'find bees' };
      long.putDigests(all.map((number) => ({ ...about, messageId: `msg_${number}` })));
      const scan = vi.spyOn(String.prototype, 'indexOf');
      expect(idsIn(long, 'find hamburg')).toEqual([]);
      const scans = scan.mock.calls.length;
      scan.mockRestore();
      expect(idsIn(long, 'find ida')).toEqual(['long']);
      return scans;
    };
    expect(scansIn(200)).toBeLessThan(3 * scansIn(100));
  });

  it('shows at most five people per chat and counts the rest', () => {
    const people = Object.fromEntries(Array.from({ length: 12 }, (_, number) => [`Twin ${number}`, 'x']));
    const { hits, count } = indexOf({ many: { people } }).find('twin');
    expect([count, hits[0]?.people.length, hits[0]?.morePeople]).toEqual([1, 5, 7]);
  });

  it('finds nothing for a blank query, nor for hostile ones', () => {
    for (const query of ['', '   ', '.*', '\\', '(', '[', '__proto__', '\u0000', 'x'.repeat(20_000)])
      expect(index.find(query)).toEqual({ hits: [], count: 0 });
  });

  it('matches within words in scripts written without spaces', () => {
    const chinese = indexOf({ one: { title: '上海的工程师' } });
    expect([idsIn(chinese, '工程'), idsIn(chinese, '海工')]).toEqual([['one'], []]);
  });
});

describe('an index that changes', () => {
  it('follows renames and changed answers, and forgets deleted chats', () => {
    const index = indexOf({ one: { title: 'Bees', request: 'beekeepers', people: { Ada: 'Baker' } } });
    index.putChat({ id: 'one', title: 'Wasps', lastMessageAt: timeOf(2), isArchived: true });
    expect([idsIn(index, 'bees'), idsIn(index, 'wasps ada'), idsIn(index, 'beekeepers')]).toEqual([
      [],
      ['one'],
      ['one'],
    ]);
    index.putDigests([{ chatId: 'one', messageId: 'msg_one_a', timestamp: timeOf(2), people: [] }]);
    index.putDigests([{ chatId: 'gone', messageId: 'msg_x', timestamp: timeOf(2), request: 'wasps' }]);
    expect([idsIn(index, 'ada'), idsIn(index, 'wasps')]).toEqual([[], ['one']]);
    index.delete('one');
    expect([idsIn(index, 'wasps'), index.chats()]).toEqual([[], []]);
  });

  it('lists the people seen in other chats, optionally since a given time', () => {
    const index = indexOf({
      one: { at: 1, people: { Ada: 'x', Bea: 'x' } },
      two: { at: 5, people: { Bea: 'x', Cy: 'x' } },
    });
    expect(index.seenPeople('one')).toEqual(new Set(['Bea', 'Cy'].map(urlOf)));
    expect([...index.seenPeople()]).toEqual(['Bea', 'Cy', 'Ada'].map(urlOf));
    expect(index.seenPeople(undefined, timeOf(3))).toEqual(new Set(['Ada', 'Bea'].map(urlOf)));
  });
});

describe('highlighting', () => {
  const marked = (text: string, query: string) => {
    const stretches = mark(text, wordsOf(query));
    expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
    return stretches.filter(({ isMatch }) => isMatch).map((stretch) => stretch.text);
  };

  it.each([
    ['José Núñez, Lima', 'nun jo', ['Jo', 'Núñ']],
    ['Jose\u0301 Lima', 'jose', ['Jose\u0301']],
    ['Straße', 'strass', ['Straß']],
    ['ﬁne', 'f', ['ﬁ']],
    ['上海的工程师', '工程', ['工程']],
    ['上海，上海', '上海', ['上海', '上海']],
    ['上海上海', '上海', ['上海', '上海']],
    ['Acme™ №5', 'acmetm no', ['Acme™', '№']],
    ['coŀlegi', 'legi', ['legi']],
    ['aaa Ada', 'a ad', ['a', 'Ad']],
    ['<b>bold</b> & <script>', 'scr b', ['b', 'b', 'b', 'scr']],
    ['\u{1F469}\u200D\u{1F52C} Ada', 'ada', ['Ada']],
    ['nothing here', 'xyz', []],
    ['', 'a', []],
  ])('covers the matching prefix of each word, in its original spelling: %s', (text, query, found) => {
    expect(marked(text, query)).toEqual(found);
  });

  it('matches letters written as mathematical symbols', () => {
    expect(marked('𝗖𝗘𝗢 of Chilca', 'ceo')).toEqual(['𝗖𝗘𝗢']);
  });

  it('marks a text exactly when a search for the word finds it, and preserves it, whatever it contains', () => {
    const texts = [
      'İstanbul',
      'ǅ',
      '﷽ ﷺ',
      'Å̊',
      '\ud800x',
      'ẛ̣',
      'Ωmega ΐ',
      'ΟΔΟΣ',
      'Ⓐbc x½ ㎏',
      'か\u3099く',
      'हिन्दी',
    ];
    for (const text of texts) {
      const index = indexOf({ one: { title: text } });
      const queries = [text, fold(text), text.slice(0, 1), text.slice(1), text.slice(2, 3)];
      for (const word of queries.flatMap(wordsOf)) {
        const stretches = mark(text, [word]);
        expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
        const found = stretches.filter(({ isMatch }) => isMatch);
        expect([text, word, found.length > 0]).toEqual([text, word, idsIn(index, word).length > 0]);
        for (const stretch of found) expect(fold(stretch.text)).toContain(word);
      }
    }
  });
});
