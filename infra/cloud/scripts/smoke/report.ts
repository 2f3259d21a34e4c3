import { stripVTControlCharacters } from 'node:util';

type Status = 'passed' | 'failed' | 'not checked';

export interface Row {
  check: string;
  status: Status;
  /** What was seen, or why it was not checked. */
  detail: string;
}

/** A check that could not be made, and why: it has neither passed nor failed. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/** The deployment does not do what it must. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

interface ReportOptions {
  /** Takes each row as a line of the table, as soon as it is known. */
  print: (line: string) => void;
  /** Aborted when the person has stopped the command: what is left is not checked. */
  stopped: AbortSignal;
}

const STOPPED = 'the command was stopped';

/** The table of one smoke test, which grows as checks end. */
export class Report {
  readonly rows: Row[] = [];
  readonly #print: (line: string) => void;
  readonly #stopped: AbortSignal;

  constructor({ print, stopped }: ReportOptions) {
    this.#print = print;
    this.#stopped = stopped;
  }

  /** Runs a check that says what it saw. */
  async check(check: string, run: () => Promise<string>): Promise<void> {
    await this.find(check, async () => ({ detail: await run(), value: undefined }));
  }

  /** Runs a check whose finding others need; undefined when it has not passed. */
  async find<Value>(
    check: string,
    run: () => Promise<{ detail: string; value: Value }>,
  ): Promise<Value | undefined> {
    if (!this.#stopped.aborted) return await this.#run(check, run);
    this.#add({ check, status: 'not checked', detail: STOPPED });
    return undefined;
  }

  /** The same for what has to be done though the command was stopped. */
  async checkAlways(check: string, run: () => Promise<string>): Promise<void> {
    await this.#run(check, async () => ({ detail: await run(), value: undefined }));
  }

  async #run<Value>(
    check: string,
    run: () => Promise<{ detail: string; value: Value }>,
  ): Promise<Value | undefined> {
    try {
      const { detail, value } = await run();
      this.#add({ check, status: 'passed', detail });
      return value;
    } catch (error) {
      this.#add({ check, ...this.#fault(error) });
      return undefined;
    }
  }

  #fault(error: unknown): Omit<Row, 'check'> {
    if (error instanceof NotChecked) return { status: 'not checked', detail: error.message };
    if (error instanceof CheckFailed) return { status: 'failed', detail: error.message };
    if (this.#stopped.aborted) return { status: 'not checked', detail: STOPPED };
    return { status: 'failed', detail: readable(error) };
  }

  #add(row: Row): void {
    const shown = { ...row, detail: plain(row.detail) };
    this.rows.push(shown);
    this.#print(`${shown.status.padEnd(11)}  ${shown.check.padEnd(CHECK_WIDTH)}  ${shown.detail}`);
  }
}

/** In characters, so that details stand below each other. */
const CHECK_WIDTH = 32;
const LONGEST_DETAIL = 400;

/** What a deployment says goes to a terminal: nothing in it may steer that. */
function plain(text: string): string {
  const line = stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL)}…` : line;
}

/** An error with what caused it: fetch says why only there. */
export function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
