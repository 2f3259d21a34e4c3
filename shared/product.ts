/** The product's name: the only place it is written. */
export const PRODUCT_NAME = 'Expertscope';

/** Prefix of every key the product keeps in the browser's storage. */
export const STORAGE_PREFIX = PRODUCT_NAME.toLowerCase();
