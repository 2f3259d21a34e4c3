import type { Removal } from '#shared/account-contract.ts';
import type { Message } from '#shared/message.ts';
import { answerWithoutPerson, nameIn } from '#shared/without-person.ts';
import { type LocalChats, type LocalHome, localChats } from './local-chats.ts';

/** How many of this browser's answers and chats have the person, and under which name. */
type LocalRemoval = Pick<Removal, 'answers' | 'chats' | 'name'>;

interface PersonOptions extends LocalHome {
  /** Canonical. */
  profileUrl: string;
}

/** Finds a person in the answers stored in this browser. */
export const findPersonLocally = ({ profileUrl, store = localChats() }: PersonOptions): LocalRemoval =>
  toRemoval(answersWith(profileUrl, store), profileUrl);

/**
 * Removes a person from the answers stored in this browser, with everything said about them, and the logs of those chats' searches from the
 * service. @returns where they were found
 */
export function removePersonLocally({ profileUrl, store = localChats() }: PersonOptions): LocalRemoval {
  const found = answersWith(profileUrl, store);
  if (found.length > 0) {
    const affected = new Set(found.map(({ answer }) => answer.chatId));
    const messages = Array.from(store.archive.read().messages.values());
    void store.forgetSearches(messages.filter(({ chatId }) => affected.has(chatId)));
    store.archive.change({ messages: new Map(found.map(({ without }) => [without.id, without])) });
    store.tell({ type: 'changed' });
  }
  return toRemoval(found, profileUrl);
}

interface FoundAnswer {
  answer: Message;
  /** The same message without the person. */
  without: Message;
}

const answersWith = (profileUrl: string, { archive }: LocalChats): FoundAnswer[] =>
  Array.from(archive.read().messages.values())
    .map((answer) => ({ answer, without: answerWithoutPerson(answer, profileUrl) }))
    .filter(({ answer, without }) => without !== answer);

function toRemoval(found: readonly FoundAnswer[], profileUrl: string): LocalRemoval {
  const [name] = found.flatMap(({ answer }) => nameIn(answer, profileUrl) ?? []);
  return {
    answers: found.length,
    chats: new Set(found.map(({ answer }) => answer.chatId)).size,
    ...(name !== undefined && { name }),
  };
}
