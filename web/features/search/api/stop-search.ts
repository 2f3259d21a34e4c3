import type { Api } from '#web/lib/api.ts';

interface StopSearchOptions {
  api: Api;
  searchId: string;
  signal: AbortSignal;
}

/** Ends a search on the server, and with it the spending; its stream then ends with outcome 'stopped'. @throws ApiError */
export async function stopSearch({ api, searchId, signal }: StopSearchOptions): Promise<void> {
  await api.send({ method: 'POST', path: `/searches/${encodeURIComponent(searchId)}/stop`, signal });
}
