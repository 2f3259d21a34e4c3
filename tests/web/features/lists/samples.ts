import type { ListedPerson, SavePersonRequest } from '#shared/lists.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import type { ListChange } from '#web/features/lists/changes.ts';

export const urlOf = (number: number): string => `https://www.linkedin.com/in/nusta-quispe-${number}`;

export const profileOf = (number: number, change: Partial<DisplayProfile> = {}): DisplayProfile => ({
  id: `profile-${number}`,
  fullName: `Ñusta Quispe ${number}`,
  headline: 'Economist — “growth”',
  profileUrl: urlOf(number),
  location: 'Lima',
  currentPosition: { title: 'Economist', company: 'Banco Inventado' },
  education: { school: 'PUCP', degree: 'MSc' },
  summary: '',
  relevanceScore: 82,
  isVerified: false,
  tags: [],
  ...change,
});

/** A person saved from the given answer, `seconds` after the start of the samples. */
export const savedOf = (
  number: number,
  answer = 'one',
  seconds = 1,
  relevanceScore = 82,
): SavePersonRequest => ({
  profile: profileOf(number, { relevanceScore }),
  origins: [
    {
      chatId: `chat_${answer}`,
      messageId: `msg_${answer}`,
      request: `Economists of ${answer}`,
      savedAt: at(seconds),
      relevanceScore,
    },
  ],
});

export const listedOf = (number: number, change: Partial<ListedPerson> = {}): ListedPerson => ({
  ...savedOf(number),
  note: '',
  status: '',
  addedAt: at(1),
  updatedAt: at(1),
  ...change,
});

export const make = (listId: string, name = 'Shortlist', seconds = 0): ListChange => ({
  type: 'make',
  listId,
  name,
  at: at(seconds),
});

export const save = (listId: string, people: readonly SavePersonRequest[], seconds = 1): ListChange => ({
  type: 'save',
  listId,
  people,
  at: at(seconds),
});
