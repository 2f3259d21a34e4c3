import { Hono } from 'hono';
import type { Directory } from '../directory/build.ts';
import type { FindPeople } from '../search/find-people.ts';
import type { Linger } from './delay.ts';
import { openaiRoutes } from './openai.ts';
import { profileDataRoutes } from './profile-data.ts';
import { serpapiRoutes } from './serpapi.ts';

/** The status nginx logs for a client that has gone; nobody is there to read it. */
const CLIENT_GONE = 499;

/** The providers' four hosts as paths of one app. */
export function createProvidersApp(options: {
  directory: Directory;
  findPeople: FindPeople;
  seed: number;
  linger: Linger;
}): Hono {
  const { directory, findPeople, seed, linger } = options;
  const app = new Hono();
  app.route('/openai/v1', openaiRoutes({ linger }));
  app.route('/serpapi', serpapiRoutes({ findPeople, seed, linger }));
  const enrichLayer = { path: '/profile', parameter: 'profile_url', headers: {} };
  app.route('/enrichlayer/api/v2', profileDataRoutes({ ...enrichLayer, directory, linger }));
  const proxycurl = { path: '/linkedin', parameter: 'url', headers: { 'x-proxycurl-credit-cost': '1' } };
  app.route('/proxycurl/api/v2', profileDataRoutes({ ...proxycurl, directory, linger }));
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) return new Response(null, { status: CLIENT_GONE });
    console.error('simulated providers', error);
    return c.json(
      { error: { message: 'The server had an error', type: 'server_error', param: null, code: null } },
      500,
    );
  });
  return app;
}
