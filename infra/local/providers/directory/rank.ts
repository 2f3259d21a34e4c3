/** How far somebody has come in a career, where a request asks for it. */
export const RANKS = ['junior', 'senior', 'partner'] as const;

/** One of the ranks. */
export type Rank = (typeof RANKS)[number];

const TITLES: Readonly<Record<Rank, RegExp>> = {
  junior: /^(Junior|Assistant|Associate|Resident|Postdoctoral)|, Analyst$/,
  senior: /^(Senior|Lead|Principal|Chief|Head|Executive)/,
  partner: /Partner$/,
};

/** The ranks that a title is of, such as junior for an associate. */
export function ranksOf(title: string): Rank[] {
  return RANKS.filter((rank) => TITLES[rank].test(title));
}

/** The lowest rung of a ladder (titles from its start to its top) that is of the rank; the nearest end where none is. */
export function rungOf(ladder: readonly string[], rank: Rank): number {
  const rung = ladder.findIndex((title) => TITLES[rank].test(title));
  if (rung >= 0) return rung;
  return rank === 'junior' ? 0 : ladder.length - 1;
}
