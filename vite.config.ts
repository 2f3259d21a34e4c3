import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** The first browsers with everything the page uses: `light-dark()`, `popover`, subgrid, `URL.parse`. */
const BROWSERS = ['chrome126', 'edge126', 'firefox129', 'safari18'];

const OURS = /\/(shared|web\/(app|features|lib|ui))\/.*\.tsx?$/;

/** Asks for the Latin letters together with the script, so that the first text stands in its own font and does not move. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.includes('geist-latin-wght-normal'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFont],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: BROWSERS,
    // A data: URL would ask the content security policy for more than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A module of ours does nothing by being imported: what one screen alone uses of a feature is loaded with that screen.
      treeshake: { moduleSideEffects: [{ test: OURS, sideEffects: false }] },
      // What every visit needs comes in two files rather than in one for every set of screens that shares something.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', tags: ['$initial'], test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'page', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
