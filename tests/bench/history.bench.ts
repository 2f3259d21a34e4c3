import { performance } from 'node:perf_hooks';
import { faker } from '@faker-js/faker';
import type { Digest } from '#shared/history.ts';
import { HistoryIndex, wordsOf } from '#web/features/chats/history/find.ts';
import { median } from './support/statistics.ts';

/**
 * Time to search chats and people by text across 1,000 chats of five answers with 20 people each, for typical queries and worst cases.
 * Fails when a search takes more than 100 ms, or more than ten times as long as the JavaScript engine takes to find the same words in
 * one text of that size. Run with `node tests/bench/history.bench.ts`.
 */

const CHATS = 1_000;
const ANSWERS = 5;
const PEOPLE = 20;
const MAX_MILLISECONDS = 100;
const MAX_RATIO = 10;
const ROUNDS = 9;

faker.seed(20_261_122);

function digestsOf(chatId: string, answer: number): Digest[] {
  const timestamp = new Date(Date.UTC(2026, 0, 1, answer)).toISOString();
  const person = () => ({
    name: faker.person.fullName(),
    headline: `${faker.person.jobTitle()} at ${faker.company.name()}, ${faker.location.city()}`,
    profileUrl: `https://www.linkedin.com/in/${faker.string.alphanumeric(12)}`,
  });
  return [
    { chatId, messageId: `msg_q${answer}`, timestamp, request: faker.lorem.sentence(14) },
    { chatId, messageId: `msg_a${answer}`, timestamp, people: Array.from({ length: PEOPLE }, person) },
  ];
}

const chats = Array.from({ length: CHATS }, (_, number) => ({
  ...{ id: `chat_${number}`, title: faker.lorem.sentence(6), isArchived: number % 10 === 0 },
  lastMessageAt: new Date(Date.UTC(2026, 0, 1, number)).toISOString(),
}));
const digests = chats.map(({ id }) =>
  Array.from({ length: ANSWERS }, (_, answer) => digestsOf(id, answer)).flat(),
);

const begun = performance.now();
const index = new HistoryIndex();
chats.forEach((chat, number) => {
  index.putChat(chat);
  index.putDigests(digests[number] ?? []);
});
console.info(
  `${CHATS} chats, ${CHATS * ANSWERS * PEOPLE} people: read in ${Math.round(performance.now() - begun)} ms.`,
);

/** The baseline: the engine’s own search through the same amount of text. */
const text = digests
  .flat()
  .map(({ request = '', people = [] }) =>
    [request, ...people.map(({ name, headline }) => name + headline)].join('\n'),
  )
  .join('\n')
  .toLowerCase();
const count = (word: string) => {
  let found = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) found += 1;
  return found;
};

/** Median in milliseconds. */
function timeOf(run: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}

for (const query of [
  'a',
  'an',
  'eng',
  'engineer',
  'ma engineer',
  'lorem ipsum',
  'maria engineer lima',
  'nobody-at-all',
]) {
  const took = timeOf(() => index.find(query));
  const least = timeOf(() => wordsOf(query).map(count));
  const times = took / Math.max(least, 1);
  console.info(
    `${query.padEnd(22)}${String(index.find(query).count).padStart(6)} chats${took.toFixed(1).padStart(8)} ms, ${times.toFixed(1)} times the engine’s own search`,
  );
  if (took > MAX_MILLISECONDS || times > MAX_RATIO) process.exitCode = 1;
}
