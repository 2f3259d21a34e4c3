import process from 'node:process';
import { handle } from 'hono/aws-lambda';
import { simulateProviders } from './app.ts';

const { SIMULATED_API_KEY } = process.env;
// The function URL is public, and with an empty key it would accept everybody.
if (!SIMULATED_API_KEY)
  throw new Error('SIMULATED_API_KEY must be set: the only key the simulated providers accept.');

const { app, ready } = simulateProviders({ apiKey: SIMULATED_API_KEY });
// Lambda provides CPU time while it starts an instance but none between calls, so generating people in the background would stall.
await ready();

/** The simulated providers in Lambda, behind a function URL. */
export const handler = handle(app);
