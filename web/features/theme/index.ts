export type { Theme } from './theme-context.ts';
export { useTheme } from './theme-context.ts';
export { ThemeMenu } from './theme-menu.tsx';
export { ThemeProvider } from './theme-provider.tsx';
