/** How a link within text looks. */
export const TEXT_LINK =
  'rounded-small font-medium text-accent underline decoration-accent-line underline-offset-3 hover:decoration-accent';
