import { useState } from 'react';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, readText, writeText } from '#web/lib/storage.ts';

const KEY = `${STORAGE_PREFIX}_single_character_shortcuts`;
const OFF = 'off';

/** Whether shortcuts of a single character are on, which they are until someone switches them off. */
export function useSingleCharacterShortcuts(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readText(browserStorage(), KEY) !== OFF);
  function change(next: boolean) {
    setOn(next);
    writeText(browserStorage(), KEY, next ? undefined : OFF);
  }
  return [on, change];
}
