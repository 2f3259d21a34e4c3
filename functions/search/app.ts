import { Hono } from 'hono/tiny';
import { handleError, handleNotFound } from '#functions/http/problem.ts';
import { followEvents } from './routes/follow-events.ts';
import { health } from './routes/health.ts';
import { startSearch } from './routes/start-search.ts';
import { stopSearch } from './routes/stop-search.ts';
import type { RunningSearches } from './running-searches.ts';
import type { SearchSettings } from './settings.ts';

/** Door 1: starts, follows and stops searches (design §2). The same app answers in Lambda and in the local stack. */
export function createSearchApp(settings: SearchSettings): Hono {
  const searches: RunningSearches = { beginning: new Map(), running: new Map() };
  const app = new Hono();
  app.onError(handleError);
  app.notFound(handleNotFound);
  app.get('/api/health', health(settings));
  app.post('/api/searches', startSearch(settings, searches));
  app.get('/api/searches/:searchId/events', followEvents(settings, searches));
  app.post('/api/searches/:searchId/stop', stopSearch(settings, searches));
  return app;
}
