import type { Api } from '#web/lib/api.ts';
import { ProviderBadge } from './provider-badge.tsx';
import { useProviderMode } from './use-provider-mode.ts';

/** The badge for what the service says. */
export function CurrentProviderBadge({ api }: { api: Api }) {
  return <ProviderBadge mode={useProviderMode(api)} />;
}
