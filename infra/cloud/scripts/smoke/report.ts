import { stripVTControlCharacters } from 'node:util';

type Status = 'passed' | 'failed' | 'not checked';

export interface Row {
  check: string;
  status: Status;
  /** What was observed, or why it was not checked. */
  detail: string;
}

/** The check could not be made; the message says why. It has neither passed nor failed. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/** The deployment does not behave as required. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

interface ReportOptions {
  /** Receives each row of the table as soon as it is known. */
  print: (line: string) => void;
  /** Aborted when the user interrupts the command: the remaining checks are skipped. */
  stopped: AbortSignal;
}

const STOPPED = 'the command was stopped';

/** The table of a smoke test, printed row by row as checks finish. */
export class Report {
  readonly rows: Row[] = [];
  readonly #print: (line: string) => void;
  readonly #stopped: AbortSignal;

  constructor({ print, stopped }: ReportOptions) {
    this.#print = print;
    this.#stopped = stopped;
  }

  /** Runs a check that returns what it observed. */
  async check(check: string, run: () => Promise<string>): Promise<void> {
    await this.find(check, async () => ({ detail: await run(), value: undefined }));
  }

  /** Runs a check whose result later checks need; undefined if it did not pass. */
  async find<Value>(
    check: string,
    run: () => Promise<{ detail: string; value: Value }>,
  ): Promise<Value | undefined> {
    if (!this.#stopped.aborted) return await this.#run(check, run);
    this.#add({ check, status: 'not checked', detail: STOPPED });
    return undefined;
  }

  /** Like {@link check}, but runs even after an interruption. */
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
    const shown = { ...row, detail: toPlainLine(row.detail) };
    this.rows.push(shown);
    this.#print(`${shown.status.padEnd(11)}  ${shown.check.padEnd(CHECK_WIDTH)}  ${shown.detail}`);
  }
}

/** In characters, so that the details line up. */
const CHECK_WIDTH = 32;
const MAX_DETAIL_LENGTH = 400;

/** Responses end up in a terminal, so control characters are removed. */
function toPlainLine(text: string): string {
  const line = stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length > MAX_DETAIL_LENGTH ? `${line.slice(0, MAX_DETAIL_LENGTH)}…` : line;
}

/** An error with its cause: fetch gives the reason only there. */
export function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
