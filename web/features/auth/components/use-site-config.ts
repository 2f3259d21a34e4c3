import { use } from 'react';
import type { SiteConfig } from '#shared/site-config.ts';
import { useAuthDesk } from '../auth-context.ts';
import type { AuthDesk } from '../model/desk.ts';

/** Milliseconds a screen waits for it: what comes later would move what someone is about to press. */
const PATIENCE = 2_000;

const answers = new WeakMap<AuthDesk, Promise<SiteConfig | undefined>>();

/** What the deployment tells its page; undefined where it cannot be had, and then what it offers is not offered. Suspends until known. */
export function useSiteConfig(): SiteConfig | undefined {
  const desk = useAuthDesk();
  const answer = answers.get(desk) ?? ask(desk);
  answers.set(desk, answer);
  return use(answer);
}

function ask(desk: AuthDesk): Promise<SiteConfig | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE));
  return Promise.race([desk.config().catch(() => undefined), patience]);
}
