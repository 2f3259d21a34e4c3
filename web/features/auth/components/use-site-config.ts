import { useEffect, useState } from 'react';
import type { SiteConfig } from '#shared/site-config.ts';
import { useAuthDesk } from '../auth-context.ts';

/** What the deployment tells its page; undefined until it is known, and where it cannot be had. */
export function useSiteConfig(): SiteConfig | undefined {
  const desk = useAuthDesk();
  const [config, setConfig] = useState<SiteConfig>();
  useEffect(() => {
    // What needs it says so itself; what is merely offered by it is then not offered.
    desk.config().then(setConfig, () => undefined);
  }, [desk]);
  return config;
}
