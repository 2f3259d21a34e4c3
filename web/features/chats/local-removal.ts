import type { Removal } from '#shared/account-contract.ts';
import { answerWithoutPerson, nameIn } from '#shared/without-person.ts';
import { type LocalHome, localChats } from './local-chats.ts';

/** Where the person is among what the browser holds of chats. */
type LocalRemoval = Pick<Removal, 'answers' | 'chats' | 'name'>;

interface RemoveOptions extends LocalHome {
  /** Canonical. */
  profileUrl: string;
  /** Only finds them otherwise. */
  remove: boolean;
}

/** Finds somebody in the answers that this browser holds, or takes them out of them with all that is said of them. */
export function removePersonLocally({
  profileUrl,
  remove,
  store = localChats(),
}: RemoveOptions): LocalRemoval {
  const messages = Array.from(store.archive.read().messages.values());
  const changed = messages.flatMap((message) => {
    const without = answerWithoutPerson(message, profileUrl);
    return without === message ? [] : [without];
  });
  if (remove && changed.length > 0) {
    store.archive.change({ messages: new Map(changed.map((message) => [message.id, message])) });
    store.tell({ type: 'changed' });
  }
  const [name] = messages.flatMap((message) => nameIn(message, profileUrl) ?? []);
  return {
    answers: changed.length,
    chats: new Set(changed.map(({ chatId }) => chatId)).size,
    ...(name !== undefined && { name }),
  };
}
