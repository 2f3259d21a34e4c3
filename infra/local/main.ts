import { ConfigError } from '#functions/environment.ts';
import { whenStopped } from '../command.ts';
import { readLocalConfig } from './config.ts';
import { DataUnusable } from './database.ts';
import { PortTaken } from './listen.ts';
import { aboutProviders } from './open-providers.ts';
import { RecordingError } from './recording/files.ts';
import { buildSite } from './site.ts';
import { startStack } from './start-stack.ts';

/** `npm start`: builds the site, starts the local stack, and shuts it down cleanly on Ctrl-C. */
async function main(): Promise<void> {
  const config = readLocalConfig(process.env);
  await buildSite();
  const stack = await startStack({ config });
  whenStopped('Stopping.').addEventListener('abort', () => void stack.close().then(() => process.exit(0)));
  console.info(`Expertscope is at ${stack.url}`);
  for (const line of aboutProviders(config.providers)) console.info(line);
}

main().catch((error: unknown) => {
  const expected = [ConfigError, PortTaken, DataUnusable, RecordingError].some(
    (kind) => error instanceof kind,
  );
  console.error(expected && error instanceof Error ? error.message : error);
  process.exit(1);
});
