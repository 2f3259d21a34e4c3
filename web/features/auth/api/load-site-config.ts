import type { SiteConfig } from '#shared/site-config.ts';
import { SiteConfig as Schema, SITE_CONFIG_PATH } from '#shared/site-config.ts';
import { createApi } from '#web/lib/api.ts';

/** What this deployment tells its page. @throws ApiError */
export const loadSiteConfig = (): Promise<SiteConfig> =>
  createApi({ baseUrl: '' }).json(Schema, { method: 'GET', path: SITE_CONFIG_PATH });
