import type { Random } from '../text/random.ts';

/** A name as the addresses of profiles spell it. */
export function joinSlug(name: string, keepAccents = false): string {
  const text = keepAccents ? name : name.normalize('NFKD').replace(/\p{M}+/gu, '');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC');
}

/** A profile address of LinkedIn's kind that is not in `taken`, which then holds it too. */
export function makeSlug(options: { name: string; random: Random; taken: Set<string> }): string {
  const { name, random, taken } = options;
  const base = joinSlug(name, random.chance(0.06));
  let slug = base;
  while (taken.has(slug) || (slug === base && random.chance(0.4))) {
    slug = `${base}-${Math.floor(random.next() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`;
  }
  taken.add(slug);
  return slug;
}
