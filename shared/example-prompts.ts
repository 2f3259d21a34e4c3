/** The four prompts of the start screen (specification §1). */
export const EXAMPLE_PROMPTS = [
  'Early-stage investors who studied at Stanford University',
  'Peruvians in the US studying computer science with AI interests',
  'Peruvian management consultants who studied at Dartmouth College and work at McKinsey & Company',
  'Food and beverage lawyers who graduated from Georgetown Law',
] as const;
