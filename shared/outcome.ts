/** How a search ended (design §2): with an answer, with the specified apology, stopped by the person, or not at all. */
export const OUTCOMES = ['answered', 'apologised', 'stopped', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];
