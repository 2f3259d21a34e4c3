import process from 'node:process';
import { SettingsError } from './cloud/settings/read-settings.ts';

/** Runs a command. What a person has done wrong is said as a sentence, which a stack trace would bury. */
export async function runCommand(main: () => unknown, ...expected: (new () => Error)[]): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Error) || ![SettingsError, ...expected].some((kind) => error instanceof kind))
      throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
