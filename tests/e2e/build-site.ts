import { buildSite } from '#tests/support/built-site.ts';

/** Has the site built once for all browser tests, unless the node tests have just done so. */
export default buildSite;
