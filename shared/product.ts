/** The product's name. Defined only here. */
export const PRODUCT_NAME = 'Expertscope';

/** package.json's version. Importing that file would put its scripts and dependencies into the search function. */
export const PRODUCT_VERSION = '0.1.0';

/** The prefix of every key in the browser's storage. */
export const STORAGE_PREFIX = PRODUCT_NAME.toLowerCase();

/** The path of shared pages, to which the share's token is appended. */
export const SHARED_PATH = '/shared/';

/** The four prompts of the start screen. docs/behaviour.md#start-screen */
export const EXAMPLE_PROMPTS = [
  'Early-stage investors who studied at Stanford University',
  'Peruvians in the US studying computer science with AI interests',
  'Peruvian management consultants who studied at Dartmouth College and work at McKinsey & Company',
  'Food and beverage lawyers who graduated from Georgetown Law',
] as const;

export const DEFAULT_THEME = 'dark';
export const DEFAULT_DEEP_RESEARCH = false;
