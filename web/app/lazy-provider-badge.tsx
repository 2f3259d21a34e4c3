import { useEffect, useState } from 'react';
import type { Api } from '#web/lib/api.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { Part } from '#web/ui/part.tsx';

const Badge = lazyComponent(
  () => import('#web/features/provider-mode/index.ts'),
  (module) => module.CurrentProviderBadge,
  { isPrefetched: false },
);

/** The badge, fetched when the page is idle: it is no part of what someone needs to start. */
export function LazyProviderBadge({ api }: { api: Api }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return <Part missing={null}>{isIdle && <Badge api={api} />}</Part>;
}
