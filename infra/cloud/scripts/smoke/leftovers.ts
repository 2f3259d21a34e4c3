import { CheckFailed, NotChecked, readable } from './report.ts';
import type { Site } from './site.ts';

/** What is made during a test, each with the way to be rid of it. */
export class Leftovers {
  readonly #list = new Map<string, () => Promise<void>>();

  /** To be called before it is made, since nobody knows when the command is stopped. */
  add(what: string, remove: () => Promise<void>): void {
    this.#list.set(what, remove);
  }

  /** Makes it, which may be refused by a rule of the deployment's own: then there is nothing to be rid of. */
  async making<Value>(
    what: string,
    { make, remove }: { make: () => Promise<Value>; remove: () => Promise<void> },
  ): Promise<Value> {
    this.add(what, remove);
    try {
      return await make();
    } catch (error) {
      if (error instanceof NotChecked) this.forget(what);
      throw error;
    }
  }

  /** For what has gone by itself. */
  forget(what: string): void {
    this.#list.delete(what);
  }

  /** The latest first. @throws CheckFailed naming what stays */
  async remove(): Promise<string> {
    const gone: string[] = [];
    const left: string[] = [];
    for (const [what, remove] of [...this.#list].toReversed())
      await remove().then(
        () => gone.push(what),
        (error: unknown) => left.push(`${what} (${readable(error)})`),
      );
    if (left.length > 0) throw new CheckFailed(`still there: ${left.join('; ')}`);
    return gone.length === 0 ? 'nothing was made' : `gone: ${gone.join(', ')}`;
  }
}

/** What a check is given that makes something. */
export interface Making {
  site: Site;
  /** Goes on when the command is stopped. */
  cleaner: Site;
  leftovers: Leftovers;
}
