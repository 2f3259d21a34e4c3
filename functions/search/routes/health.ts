import type { Handler } from 'hono';
import type { Health } from '#shared/api.ts';
import type { SearchSettings } from '../settings.ts';

/** `GET /api/health` */
export const health =
  ({ version, providersMode }: SearchSettings): Handler =>
  (context) => {
    const body: Health = { status: 'ok', version, providers: providersMode };
    return context.json(body, 200, { 'cache-control': 'no-store' });
  };
