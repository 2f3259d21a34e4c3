import { CheckFailed, NotChecked, readable } from './report.ts';
import type { Site } from './site.ts';

/** What a test creates, each with a function to delete it. */
export class Leftovers {
  readonly #list = new Map<string, () => Promise<void>>();

  /** Call this before creating it, since the command can be interrupted at any time. */
  add(what: string, remove: () => Promise<void>): void {
    this.#list.set(what, remove);
  }

  /** Registers and creates it. If the deployment's rules refuse it, there is nothing to delete. */
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

  /** For what no longer exists. */
  forget(what: string): void {
    this.#list.delete(what);
  }

  /** Deletes everything, the latest first. @throws CheckFailed naming what is left */
  async remove(): Promise<string> {
    const gone: string[] = [];
    const left: string[] = [];
    for (const [what, remove] of [...this.#list].toReversed())
      await remove().then(
        () => gone.push(what),
        (error: unknown) => left.push(`${what} (${readable(error)})`),
      );
    if (left.length > 0) throw new CheckFailed(`could not be deleted: ${left.join('; ')}`);
    return gone.length === 0 ? 'nothing was created' : `deleted: ${gone.join(', ')}`;
  }
}

/** Passed to checks that create something. */
export interface Making {
  site: Site;
  /** Not aborted when the command is interrupted. */
  cleaner: Site;
  leftovers: Leftovers;
}
