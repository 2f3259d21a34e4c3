import { describe, expect, it } from 'vitest';
import type { Message, MessageMetadata } from '#shared/message.ts';
import { answer, at, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { anchorOf, type ChosenVersions, findTurn, shownTurns } from '#web/features/chats/turns/turns.ts';

type Said = [id: string, metadata?: MessageMetadata];

/** Messages one second apart; ids beginning with 'q' are questions, with 'a' answers. */
const said = (...all: Said[]): Message[] =>
  all.map(([id, metadata], index) => {
    const isQuestion = id.startsWith('q');
    const make = isQuestion ? sampleMessage : answer;
    return make({ id, content: id, timestamp: at(index), metadata });
  });

/** Each turn as 'question>answer+continuations', with its version if there are several. */
const shown = (messages: readonly Message[], chosen?: ChosenVersions, sentHere?: object): string[] =>
  shownTurns(messages, chosen, { ...sentHere }).map(
    ({ question, answer: reply, continuations, versions }) => {
      const added = continuations.map(({ id }) => `+${id}`).join('');
      const version = versions.count > 1 ? ` ${versions.index + 1}/${versions.count}` : '';
      return `${question?.id ?? ''}>${reply?.id ?? ''}${added}${version}`;
    },
  );

describe('the turns of a chat', () => {
  it('without explicit links are the messages in order', () => {
    expect(shown(said(['q1'], ['a1'], ['q2'], ['a2'], ['q3']))).toEqual(['q1>a1', 'q2>a2', 'q3>']);
    expect(shown([])).toEqual([]);
  });

  it('include unpaired messages: a second answer, or a question or answer alone', () => {
    expect(shown(said(['a0'], ['q1'], ['a1'], ['a1b'], ['q2'], ['q3'], ['a3']))).toEqual([
      '>a0',
      'q1>a1',
      '>a1b',
      'q2>',
      'q3>a3',
    ]);
  });

  it('follow the answer that a question refines', () => {
    const messages = said(['q1'], ['a1'], ['q2', { refines: 'a1' }], ['a2', { refines: 'a1' }]);
    expect(shown(messages)).toEqual(['q1>a1', 'q2>a2']);
    expect(shownTurns(messages).map(({ follows }) => follows)).toEqual([null, 'a1']);
  });

  it.each([
    ['a2', 'a3'],
    ['a3', 'a2'],
  ])('keep their own answers when two concurrent searches end %s before %s', (...ended) => {
    const named = (id: string): Said => [id, { refines: 'a1', questionId: id.replace('a', 'q') }];
    const asked = said(
      ['q1'],
      ['a1', { questionId: 'q1' }],
      ['q2', { refines: 'a1' }],
      ['q3', { refines: 'a1' }],
    );
    const messages = [...asked, ...said(...ended.map(named))];
    expect(shown(messages)).toEqual(['q1>a1', 'q3>a3 2/2']);
    expect(shown(messages, { q3: 'q2' })).toEqual(['q1>a1', 'q2>a2 1/2']);
    expect(findTurn(messages, 'a2')?.question?.id).toBe('q2');
  });

  it('do not use an answer that names another question', () => {
    expect(shown(said(['q1'], ['a_x', { questionId: 'q_gone' }]))).toEqual(['q1>', '>a_x']);
    const twice = said(['q1'], ['a1', { questionId: 'q1' }], ['q2'], ['a1b', { questionId: 'q1' }]);
    expect(shown(twice)).toEqual(['q1>a1', 'q2>', '>a1b']);
    const later = said(['q1'], ['a2', { questionId: 'q2' }], ['q2']);
    expect(shown(later)).toEqual(['q1>', '>a2', 'q2>']);
  });

  it('pair an older answer without a link with a question no other answer names', () => {
    const messages = said(['q1'], ['q2'], ['a_old'], ['a2', { questionId: 'q2' }]);
    expect(shown(messages)).toEqual(['q1>a_old', 'q2>a2']);
  });

  it('never include a tool message', () => {
    const tool = sampleMessage({ id: 'tool', role: 'tool', timestamp: at(50) });
    expect(shown([...said(['q1'], ['a1']), tool])).toEqual(['q1>a1']);
  });
});

describe('versions of a question', () => {
  const branched = () =>
    said(
      ['q1'],
      ['a1'],
      ['q2', { refines: 'a1' }],
      ['a2', { refines: 'a1' }],
      ['q1b', { refines: null }],
      ['a1b', { refines: null }],
      ['q3', { refines: 'a1b' }],
      ['a3', { refines: 'a1b' }],
      ['q3b', { refines: 'a1b' }],
    );

  it('are those that follow the same answer; the newest is shown with its follow-ups', () => {
    expect(shown(branched())).toEqual(['q1b>a1b 2/2', 'q3b> 2/2']);
    expect(shownTurns(branched())[0]?.versions).toEqual({ index: 1, count: 2, ids: ['q1', 'q1b'] });
  });

  it('are shown as chosen, each with its own branch', () => {
    expect(shown(branched(), { q1b: 'q1' })).toEqual(['q1>a1 1/2', 'q2>a2']);
    expect(shown(branched(), { q3b: 'q3' })).toEqual(['q1b>a1b 2/2', 'q3>a3 1/2']);
  });

  it('keep the question asked here displayed when another tab asks concurrently', () => {
    const open = said(['q1'], ['a1'], ['q_here', { refines: 'a1' }], ['q_there', { refines: 'a1' }]);
    const named = (id: string): Said => [`a_${id}`, { refines: 'a1', questionId: `q_${id}` }];
    const sent = { q_here: {} };
    expect(shown(open, {}, sent)).toEqual(['q1>a1', 'q_here> 1/2']);
    const answered = said(
      ['q1'],
      ['a1'],
      ['q_here', { refines: 'a1' }],
      ['q_there', { refines: 'a1' }],
      named('there'),
      named('here'),
    );
    expect(shown(answered, {}, sent)).toEqual(['q1>a1', 'q_here>a_here 1/2']);
    expect(shown(answered, { q_there: 'q_there' }, sent)).toEqual(['q1>a1', 'q_there>a_there 2/2']);
    const later = said(['q1'], ['a1'], ['q_here', { refines: 'a1' }], named('here'), [
      'q_there',
      { refines: 'a1' },
    ]);
    expect(shown(later, {}, sent)).toEqual(['q1>a1', 'q_there> 2/2']);
  });

  it('fall back to the newest when a newer one arrives or the chosen one is gone', () => {
    const newer = [...branched(), ...said(['q1c', { refines: null }])];
    expect(shown(newer, { q1b: 'q1' })).toEqual(['q1c> 3/3']);
    expect(shown(branched(), { q1b: 'q_gone' })).toEqual(['q1b>a1b 2/2', 'q3b> 2/2']);
  });

  it('can follow a turn without an answer, or with an apology only the page had', () => {
    const unanswered = said(['q1'], ['q2', { refines: 'q1' }], ['q2b', { refines: 'q1_apology' }]);
    expect(shown(unanswered)).toEqual(['q1>', 'q2b> 2/2']);
  });

  it('begin with the first edit in a chat stored without links', () => {
    const edited = said(
      ['q1'],
      ['a1'],
      ['q2'],
      ['a2'],
      ['q2b', { refines: 'a1' }],
      ['a2b', { refines: 'a1' }],
    );
    expect(shown(edited)).toEqual(['q1>a1', 'q2b>a2b 2/2']);
    const [first, second] = shownTurns(edited);
    expect([first && anchorOf(first), second?.follows]).toEqual(['a1', 'a1']);
  });
});

describe('continuations', () => {
  const more = { refines: 'a1', task: 'more' as const };
  const verify = { refines: 'a1', task: 'verify' as const };

  it('are not turns of their own, whatever came between', () => {
    const messages = said(
      ['q1'],
      ['a1'],
      ['q_m1', more],
      ['a_m1', more],
      ['q2', { refines: 'a1' }],
      ['a2', { refines: 'a1' }],
      ['q_v1', verify],
    );
    expect(shown(messages)).toEqual(['q1>a1+q_m1+a_m1+q_v1', 'q2>a2']);
    expect(findTurn(messages, 'a_m1')?.answer?.id).toBe('a1');
  });

  it('anchor follow-ups of their answers to the same turn', () => {
    const messages = said(['q1'], ['a1'], ['q_m1', more], ['a_m1', more], ['q2', { refines: 'a_m1' }]);
    expect(shown(messages)).toEqual(['q1>a1+q_m1+a_m1', 'q2>']);
  });

  it('become turns of their own if their answer is missing', () => {
    const messages = said(
      ['q1'],
      ['a1'],
      ['q_m1', { refines: 'a_gone', task: 'more' }],
      ['a_m1', { refines: 'a_gone', task: 'more' }],
    );
    expect(shown(messages)).toEqual(['q1>a1', 'q_m1>a_m1']);
  });

  it('are paired with their answers even when two searches end in reverse order', () => {
    const messages = said(
      ['q1'],
      ['a1'],
      ['q_m1', more],
      ['q2', { refines: 'a1' }],
      ['a_m1', more],
      ['a2', { refines: 'a1' }],
    );
    expect(shown(messages)).toEqual(['q1>a1+q_m1+a_m1', 'q2>a2']);
  });

  it('keep the apology made by the page', () => {
    const messages = said(['q1'], ['a1'], ['q_m1', more], ['q2']);
    const apology = answer({ id: 'q_m1_apology', timestamp: at(60), metadata: { outcome: 'failed' } });
    expect(shown([...messages, apology])).toEqual(['q1>a1+q_m1+q_m1_apology', 'q2>']);
  });
});

describe('contradictory messages', () => {
  it.each<[string, Said[], string[]]>([
    ['follow themselves', [['q1', { refines: 'q1' }], ['a1']], ['q1>a1']],
    [
      'follow their own answer',
      [
        ['q1', { refines: 'a1' }],
        ['a1', { refines: 'a1' }],
      ],
      ['q1>a1'],
    ],
    [
      'follow each other in a circle',
      [['q1', { refines: 'a2' }], ['a1'], ['q2', { refines: 'a1' }], ['a2']],
      ['q1>a1', 'q2>a2'],
    ],
    ['follow what is not there', [['q1'], ['a1'], ['q2', { refines: 'nobody' }], ['a2']], ['q1>a1', 'q2>a2']],
    [
      'are two beginnings',
      [['q1', { refines: null }], ['a1'], ['q2', { refines: null }], ['a2']],
      ['q2>a2 2/2'],
    ],
    [
      'begin anew after an answer without a question',
      [['a0'], ['q1', { refines: null }], ['a1'], ['q1b', { refines: null }]],
      ['>a0', 'q1b> 2/2'],
    ],
    ['continue themselves', [['q1', { refines: 'q1', task: 'more' }], ['a1']], ['q1>a1']],
    ['continue nothing', [['q1', { refines: null, task: 'verify' }], ['a1']], ['q1>a1']],
  ])('%s', (_what, messages, expected) => {
    expect(shown(said(...messages))).toEqual(expected);
  });

  it('are each displayed exactly once in some branch', () => {
    const ids = ['q0', 'a0', 'q1', 'a1', 'q2', 'a2', 'q3', 'a3', 'q4', 'a4'];
    for (let seed = 1; seed <= 300; seed += 1) {
      const messages = said(
        ...ids.map((id, index): Said => [id, hostileMetadata(seed * 31 + index * 7, ids)]),
      );
      const all = everyBranch(messages);
      expect([...all].sort(), `seed ${seed}`).toEqual([...ids].sort());
    }
  });
});

/** Pseudo-random links between messages. */
function hostileMetadata(number: number, ids: readonly string[]): MessageMetadata {
  const target = (number * 48_271) % 2_147_483_647;
  const refines = [undefined, null, 'nobody', ids[target % ids.length]][target % 4];
  const task = ([undefined, 'more', 'verify', 'criteria'] as const)[(target >> 3) % 4];
  const questionId = [undefined, 'nobody', ids[(target >> 5) % ids.length]][(target >> 2) % 3];
  return {
    ...(refines !== undefined && { refines }),
    ...(task && { task }),
    ...(questionId && { questionId }),
  };
}

/** The ids reachable by choosing versions. */
function everyBranch(
  messages: readonly Message[],
  chosen: ChosenVersions = {},
  seen = new Set<string>(),
): Set<string> {
  const turns = shownTurns(messages, chosen);
  const before = seen.size;
  for (const { question, answer: reply, continuations } of turns)
    for (const message of [question, reply, ...continuations]) if (message) seen.add(message.id);
  const steps = turns.flatMap(({ versions: { ids } }) => ids.map((id) => [ids.at(-1) ?? '', id] as const));
  if (seen.size > before || Object.keys(chosen).length === 0)
    for (const [newest, id] of steps)
      if (chosen[newest] !== id) everyBranch(messages, { ...chosen, [newest]: id }, seen);
  return seen;
}
