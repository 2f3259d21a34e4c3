import { buildSite } from '#tests/support/built-site.ts';

/** Builds the site once for all browser tests, unless the node tests have just built it. */
export default buildSite;
