import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The first browsers with everything the page uses: `light-dark()`, `popover`, subgrid, `URL.parse`. */
const BROWSERS = ['chrome126', 'edge126', 'firefox129', 'safari18'];

const OURS = /\/(shared|web\/(app|features|lib|ui))\/.*\.tsx?$/;

/** Loads the Latin font together with the script, so that the first text is shown in it at once and does not move. */
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

/** Leaves out what the router reads patterns of paths by: the page compares its paths itself, and draws none of the router's routes. */
const withoutPatterns: Plugin = {
  name: 'without-patterns',
  enforce: 'pre',
  resolveId: (id) => (id === 'regexparam' ? '\0without-patterns' : undefined),
  load: (id) => (id === '\0without-patterns' ? 'export const parse = undefined;' : undefined),
};

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFont, withoutPatterns],
  // The router brings what React has had itself since 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: BROWSERS,
    // A data: URL would ask the content security policy for more than 'self'.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every visit has is not asked for again, and its names need not be told.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !/\/(react|rolldown-runtime)-[\w-]{8}\.js$/.test(file)),
    },
    rolldownOptions: {
      // Our modules have no side effects when imported: what only one screen uses of a feature is loaded with that screen.
      treeshake: { moduleSideEffects: [{ test: OURS, sideEffects: false }] },
      // What every visit needs comes in two files, not in one for every set of screens that share code. A group takes along what its modules need,
      // unless a group before it has that.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', tags: ['$initial'], test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'page', tags: ['$initial'] },
            // Small, and wanted by most of what comes later.
            {
              name: 'ui',
              test: /\/(shared\/fold|web\/ui\/(alert|badge|copy-button|dialog|later-icons|screen))\.tsx?$/,
            },
            // What a browser or an account keeps, and the schemas by which that is read wherever it is read.
            {
              name: 'stored',
              test: /\/(shared\/(search-errors|site-config)|chats\/(changes|turns\/(seen-people|turns|versions))|lists\/(keys|local-lists))\.ts$/,
            },
            // What a conversation shares with its results, and both with lists and with shared answers, is in neither's file: one that is lost can be
            // fetched again, but not what needs it.
            {
              name: 'answers',
              test: /\/web\/features\/(chats\/components\/(chat-list-item|message)|lists\/(hidden-people|list-home|list-news|use-lists)|people\/(export-menu|rows|view)|results\/(card-keys|criteria|hide-names|people-view|profile-card)|search\/progress-panel|shares\/share-button)\.tsx?$|\/@tanstack\/react-virtual\//,
            },
            // Lines beside the input, few of which are ever seen.
            {
              name: 'notes',
              test: /\/(app\/announcement\.tsx|chats\/(turns\/notifications\.ts|components\/(composer-note|notices|waiting-request)\.tsx))$/,
            },
            // A search from its sending to its end.
            { name: 'connection', test: /\/(search\/connection|chats\/turns\/(ending|plan|resume))\.ts$/ },
          ],
        },
      },
    },
  },
});
