import { useEffect } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Names the page in its tab: the part given, then the product. */
export function usePageTitle(part?: string): void {
  useEffect(() => {
    document.title = part === undefined ? PRODUCT_NAME : `${part} – ${PRODUCT_NAME}`;
  }, [part]);
}
