import { createContext, useContext } from 'react';
import { CONTEXT_ERRORS } from '#shared/errors.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
/** What a person chose; 'system' follows the device. */
export type Theme = (typeof THEMES)[number];

export interface ThemeChoice {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

export const ThemeContext = createContext<ThemeChoice | undefined>(undefined);

/** @throws Error with the specified text outside a ThemeProvider. */
export function useTheme(): ThemeChoice {
  const choice = useContext(ThemeContext);
  if (choice === undefined) throw new Error(CONTEXT_ERRORS.useTheme);
  return choice;
}
