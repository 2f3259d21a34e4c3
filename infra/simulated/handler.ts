import process from 'node:process';
import { handle } from 'hono/aws-lambda';
import { simulateProviders } from './app.ts';

const { SIMULATED_API_KEY } = process.env;
// Its URL is open to everybody, and an empty key would let everybody in.
if (!SIMULATED_API_KEY)
  throw new Error('SIMULATED_API_KEY must be set: the only key the simulated providers take.');

const { app, ready } = simulateProviders({ apiKey: SIMULATED_API_KEY });
// While Lambda starts an instance it gives it a processor; between calls it gives none, and inventing would stand still.
await ready();

/** The simulated providers in Lambda, behind a function URL. */
export const handler = handle(app);
