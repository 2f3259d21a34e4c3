import { useQuery } from '@tanstack/react-query';
import type { ProviderMode } from '#shared/api.ts';
import { Health } from '#shared/api.ts';
import type { Api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';

/** Where the people shown come from; undefined until the service has said so. */
export function useProviderMode(api: Api): ProviderMode | undefined {
  const health = {
    queryKey: ['health'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.json(Health, { method: 'GET', path: '/health', signal }),
    staleTime: Number.POSITIVE_INFINITY,
  };
  return useQuery(health, queryClient).data?.providers;
}
