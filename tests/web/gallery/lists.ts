import type { SavePersonRequest } from '#shared/lists.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { toTimestamp } from '#shared/time.ts';
import { localLists } from '#web/features/lists/index.ts';
import { CRITERIA, JUDGED, TOP } from './people.ts';

export const LIST_ID = 'list_counsel';

const DAY = 86_400_000;
const ago = (days: number) => toTimestamp(Date.now() - days * DAY);

function saved(profile: DisplayProfile, days: number, requests: readonly string[]): SavePersonRequest {
  const origins = requests.map((request, index) => ({
    chatId: 'chat_one',
    messageId: `msg_${index}`,
    request,
    savedAt: ago(days + index),
    relevanceScore: profile.relevanceScore,
  }));
  return { profile, criteria: [...CRITERIA], origins, addedAt: ago(days) };
}

/** Fills browser storage with three lists, one of them with people in every state. */
export async function fillLists(): Promise<void> {
  const store = localLists();
  store.clear();
  const make = (listId: string, name: string, days: number) =>
    store.change({ type: 'make', listId, name, at: ago(days) });
  await make('list_empty', 'Second round', 9);
  await make('list_other', 'مهندسون في الرياض', 6);
  await make(LIST_ID, 'Counsel for the Lyon plant', 3);
  const request = 'Food and beverage lawyers who graduated from Georgetown Law';
  const [first, second, third, fourth] = [...JUDGED.slice(0, 2), ...TOP.slice(2)];
  const people = [
    ...(first
      ? [
          {
            ...saved(first, 0, [request, 'Alcohol counsel in Chicago']),
            note: 'Spoke at the May hearing. Ask about allergens.',
          },
        ]
      : []),
    ...(second ? [{ ...saved(second, 1, [request]), status: 'contacted', rating: 'good' as const }] : []),
    ...(third ? [{ ...saved(third, 2, [request]), status: 'rejected', rating: 'bad' as const }] : []),
    ...(fourth ? [{ ...saved(fourth, 2, [request]), status: 'on leave until May' }] : []),
  ];
  await store.change({ type: 'save', listId: 'list_other', people: people.slice(0, 1), at: ago(6) });
  await store.change({ type: 'save', listId: LIST_ID, people, at: ago(0) });
}
