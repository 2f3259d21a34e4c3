import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import { INPUT_HEIGHT } from '#shared/constants.ts';

/** Makes a textarea as high as its text, between the specified limits; beyond them it scrolls. */
export function useAutoGrow(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const area = ref.current;
    if (area === null) return;
    area.style.height = '0';
    const wanted = text === '' ? INPUT_HEIGHT.minimum : area.scrollHeight;
    const height = Math.min(Math.max(wanted, INPUT_HEIGHT.minimum), INPUT_HEIGHT.maximum);
    area.style.height = `${height}px`;
    area.style.overflowY = wanted > INPUT_HEIGHT.maximum ? 'auto' : 'hidden';
  }, [ref, text]);
}
