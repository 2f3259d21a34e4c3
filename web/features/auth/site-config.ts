import { use, useEffect, useState } from 'react';
import type { SiteConfig } from '#shared/site-config.ts';
import type { Auth } from './auth.ts';
import { useAuthContext } from './auth-provider.tsx';

/** Milliseconds that a screen waits for the configuration: anything that appears later would move what the user is about to press. */
export const CONFIG_TIMEOUT = 2_000;

const configs = new WeakMap<Auth, Promise<SiteConfig | undefined>>();

/**
 * The deployment's configuration; undefined if it cannot be loaded in time, and then its options are not offered until another screen is
 * opened. Suspends until then.
 */
export function useSiteConfig(): SiteConfig | undefined {
  const auth = useAuthContext();
  const [config] = useState(() => {
    const kept = configs.get(auth) ?? loadConfigInTime(auth);
    configs.set(auth, kept);
    return kept;
  });
  const site = use(config);
  // Not as soon as it fails: a component that was waiting for it starts over, and would load it again and again.
  useEffect(() => {
    if (site === undefined) configs.delete(auth);
  }, [auth, site]);
  return site;
}

function loadConfigInTime(auth: Auth): Promise<SiteConfig | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), CONFIG_TIMEOUT));
  return Promise.race([auth.config().catch(() => undefined), timeout]);
}
