import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { UsageError } from '../../../command.ts';

/** The user pressed Ctrl-C or Ctrl-D at a prompt. */
export class AskingStopped extends Error {
  override readonly name = 'AskingStopped';
  override readonly message = 'Stopped: nothing was stored.';
}

type Question = { name: string; question: string };

interface AskOptions {
  input: Readable & { isTTY?: boolean };
  output: Writable;
}

/**
 * Prompts for secrets without echoing them. From a pipe, e.g. of a password manager, it reads `NAME=value` lines.
 * Secrets left empty are missing from the result.
 * @throws AskingStopped when the terminal is closed before the last answer
 * @throws UsageError when a line from a pipe is not the answer to any question
 */
export async function askSecrets(
  questions: readonly Question[],
  { input, output }: AskOptions,
): Promise<Record<string, string>> {
  const answers =
    input.isTTY === true ? await askEach(questions, { input, output }) : await readLines(input, questions);
  const named = questions.map(({ name }) => [name, answers[name]?.trim() ?? ''] as const);
  return Object.fromEntries(named.filter(([, answer]) => answer !== ''));
}

async function askEach(questions: readonly Question[], { input, output }: AskOptions) {
  // Readline echoes what is typed, so its output goes to a stream that discards it.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silence, terminal: true });
  // Several lines pasted at once arrive before the next question is asked; the iterator buffers them.
  const lines = terminal[Symbol.asyncIterator]();
  const answers: Record<string, string> = {};
  try {
    for (const { name, question } of questions) {
      output.write(`${question}: `);
      const line = await lines.next();
      output.write('\n');
      if (line.done === true) throw new AskingStopped();
      answers[name] = line.value;
    }
  } finally {
    terminal.close();
  }
  return answers;
}

/** Accepts the lines of a shell script or `.env` file too: comments, and assignments with `export` or with quotes around the value. */
async function readLines(input: Readable, questions: readonly Question[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const names = questions.map(({ name }) => name);
  const refused: string[] = [];
  let number = 0;
  for await (const line of createInterface({ input })) {
    number += 1;
    if (/^\s*(#|$)/.test(line)) continue;
    const [name = '', ...value] = line
      .trim()
      .replace(/^export\s+/, '')
      .split('=');
    if (value.length > 0 && names.includes(name.trim())) answers[name.trim()] = unquote(value.join('='));
    else refused.push(value.length > 0 && VARIABLE_NAME.test(name) ? name : `line ${number}`);
  }
  if (refused.length > 0)
    throw new UsageError(
      `Nothing was stored: each line must be NAME=value, where NAME is ${names.join(' or ')}. Refused: ${refused.join(', ')}.`,
    );
  return answers;
}

/** Without one pair of matching quotes around it, which a shell would remove. */
const unquote = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');

/** Anything else before a = may be part of a secret, and must not be printed. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;
