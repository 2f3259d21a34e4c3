import type { PricedUsage } from './outcome.ts';

/** Text with invisible characters spelled out, so that they can be found and cannot change how the rest is displayed. */
export const showInvisible = (text: string): string =>
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

/** Tokens in and out, marked if estimated; empty for calls that use none. */
export function tokens({ modelCalls, inputTokens, outputTokens, tokensEstimated }: PricedUsage): string {
  if (modelCalls === 0) return '';
  return `${tokensEstimated ? '~' : ''}${count(inputTokens)} / ${count(outputTokens)}`;
}

/** To a hundredth of a cent, since single calls cost less than a cent. */
export const money = (dollars: number | undefined): string =>
  dollars === undefined ? 'unknown' : `$${dollars.toFixed(4)}`;
