import { PRODUCT_NAME } from '#shared/product.ts';

export const DISCLAIMER = `${PRODUCT_NAME} can make mistakes. Check important info.`;
