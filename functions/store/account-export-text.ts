import {
  type AccountItems,
  type AccountPart,
  describeAccount,
  type Source,
  unreadableEntries,
} from './account-export.ts';

/* An account's export as one JSON text, written as it is read. */

/** The parts that are written as they are read, in the order in which {@link describeAccount} yields them. */
const STREAMED = ['chats', 'lists', 'shares'] as const;
type StreamedPart = Extract<AccountPart, { of: (typeof STREAMED)[number] }>;

const isStreamed = (part: AccountPart): part is StreamedPart => STREAMED.some((name) => name === part.of);

/** Chats with their messages, lists and shares are written as they are read. The rest is small, and is collected and written last. */
export async function* exportText(
  source: Source,
  { userId, exportedAt, account }: { userId: string; exportedAt: string; account: AccountItems },
): AsyncGenerator<string> {
  const rest = {
    ...{ searches: [] as string[], deleted: [] as string[], counters: [] as string[] },
    unreadable: [] as string[],
  };
  let user = 'null';
  let [section, ...laterSections]: string[] = [...STREAMED];
  let separator = '\n';
  yield `{"exportedAt":${JSON.stringify(exportedAt)},\n"userId":${JSON.stringify(userId)},\n"${section}":[`;
  for await (const part of describeAccount(source, account)) {
    if (part.of === 'user') user = stringify(part.value);
    else if (!isStreamed(part)) rest[part.of].push(stringify(part.value));
    else {
      for (; section !== part.of; [section, ...laterSections] = laterSections) {
        yield `],\n"${laterSections[0]}":[`;
        separator = '\n';
      }
      yield separator;
      yield* serializePart(part, rest.unreadable);
      separator = ',\n';
    }
  }
  for (const name of laterSections) yield `],\n"${name}":[`;
  yield `],\n"user":${user}`;
  for (const [name, texts] of Object.entries(rest)) yield `,\n"${name}":[\n${texts.join(',\n')}]`;
  yield '}\n';
}

/** @param unreadable receives the messages that could not be read in full */
async function* serializePart(part: StreamedPart, unreadable: string[]): AsyncGenerator<string> {
  if (part.of !== 'chats') return yield stringify(part.value);
  const { messages, ...chat } = part.value;
  let separator = `${stringify(chat).slice(0, -1)},"messages":[`;
  for await (const message of messages) {
    yield separator + stringify(message);
    unreadable.push(...unreadableEntries(message).map(stringify));
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

const stringify = (value: object): string => JSON.stringify(value, toJson);

/** A replacer for JSON.stringify: sets become arrays; bytes, which only parts contain, become base64. */
export function toJson(_name: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
