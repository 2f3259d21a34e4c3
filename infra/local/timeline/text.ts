import type { Use } from './outcome.ts';

/** Text with what cannot be seen in it spelled out: whoever tests wants to find it, and it must not change how the rest is read. */
export const shown = (text: string): string =>
  text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );

export function milliseconds(value: number): string {
  if (value < 1_000) return `${Math.round(value)} ms`;
  return `${(value / 1_000).toFixed(2)} s`;
}

export const count = (value: number): string => value.toLocaleString('en');

/** Tokens in and out, marked where they are estimated; nothing for what takes none. */
export function tokens({ modelCalls, inputTokens, outputTokens, tokensEstimated }: Use): string {
  if (modelCalls === 0) return '';
  return `${tokensEstimated ? '~' : ''}${count(inputTokens)} / ${count(outputTokens)}`;
}

/** To a hundredth of a cent: single calls cost less than one. */
export const money = (dollars: number | undefined): string =>
  dollars === undefined ? 'unknown' : `$${dollars.toFixed(4)}`;
