import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The first browsers with everything the page uses: `light-dark()`, `popover`, subgrid, `URL.parse`. */
const BROWSERS = ['chrome126', 'edge126', 'firefox129', 'safari18'];

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: BROWSERS,
    // A data: URL would ask the content security policy for more than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
