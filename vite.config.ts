import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The first browser versions that support everything the page uses: `light-dark()`, `popover`, subgrid, `URL.parse`. */
const BROWSERS = ['chrome126', 'edge126', 'firefox129', 'safari18'];

const OURS = /\/(shared|web\/(app|features|lib|ui))\/.*\.tsx?$/;

/** Tests whether a module is one of these source files. Throws for a missing file, since a stale name would go unnoticed. */
function isAnyOf(...paths: string[]): (id: string) => boolean {
  const files = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}`);
  return (id) => files.includes(id);
}

/** Modules that render an answer, shared by conversations, lists and shared answers. */
const isOfAnswers = isAnyOf(
  'web/features/chats/components/assistant-message.tsx',
  'web/features/chats/components/chat-list-item.tsx',
  'web/features/lists/components/list-chooser.tsx',
  'web/features/lists/hidden-people.ts',
  'web/features/lists/list-session.ts',
  'web/features/lists/list-news.ts',
  'web/features/lists/transfer.ts',
  'web/features/lists/use-lists.ts',
  'web/features/people/export-menu.tsx',
  'web/features/people/rows.ts',
  'web/features/people/view.tsx',
  'web/features/results/card-navigation.ts',
  'web/features/results/criteria.tsx',
  'web/features/results/hide-names.tsx',
  'web/features/results/people-view.ts',
  'web/features/results/profile-card.tsx',
  'web/features/search/progress-panel.tsx',
  'web/features/shares/share-button.tsx',
  'web/lib/use-has-room.ts',
);

/** Preloads the Latin font alongside the script, so that text is first painted in it and does not shift. */
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

/** Removes the router's path-pattern parser: the page matches its paths itself and renders none of the router's routes. */
const withoutPatterns: Plugin = {
  name: 'without-patterns',
  enforce: 'pre',
  resolveId: (id) => (id === 'regexparam' ? '\0without-patterns' : undefined),
  load: (id) => (id === '\0without-patterns' ? 'export const parse = undefined;' : undefined),
};

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFont, withoutPatterns],
  // The router bundles a shim for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: BROWSERS,
    // A data: URL would require a content security policy wider than 'self'.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every visit has already loaded these files, so they need no preload and their names need not be listed.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !/\/(react|rolldown-runtime)-[\w-]{8}\.js$/.test(file)),
    },
    rolldownOptions: {
      // Our modules have no side effects on import, so parts of a feature that only one screen uses are loaded with that screen.
      treeshake: { moduleSideEffects: [{ test: OURS, sideEffects: false }] },
      // What every visit needs comes in two files rather than one per set of screens that share code. A group also includes its modules'
      // dependencies, unless an earlier group has them.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', tags: ['$initial'], test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'page', tags: ['$initial'] },
            // Small modules that most of the later chunks use.
            {
              name: 'ui',
              test: isAnyOf(
                'shared/fold.ts',
                'web/ui/alert.tsx',
                'web/ui/badge.tsx',
                'web/ui/copy-button.tsx',
                'web/ui/dialog.tsx',
                'web/ui/lazy-icons.ts',
                'web/ui/screen.tsx',
              ),
            },
            // Data stored in the browser or the account, with the schemas used wherever it is read, and when it is read again.
            {
              name: 'stored',
              test: isAnyOf(
                'shared/search-errors.ts',
                'shared/site-config.ts',
                'web/features/auth/account/fresh-record.ts',
                'web/features/chats/changes.ts',
                'web/features/chats/turns/seen-people.ts',
                'web/features/chats/turns/turns.ts',
                'web/features/chats/turns/versions.ts',
                'web/features/lists/keys.ts',
                'web/features/lists/local-lists.ts',
                'web/lib/page-return.ts',
              ),
            },
            // Code shared by conversations, results, lists and shared answers gets a chunk of its own, outside theirs: a chunk that fails
            // to load can be requested again under another URL, but the chunks that it imports cannot.
            {
              name: 'answers',
              test: (id) => isOfAnswers(id) || id.includes('/@tanstack/react-virtual/'),
            },
            // Notes next to the input, most of which are rarely shown.
            {
              name: 'notes',
              test: isAnyOf(
                'web/app/announcement.tsx',
                'web/features/chats/components/composer-note.tsx',
                'web/features/chats/components/notices.tsx',
                'web/features/chats/components/waiting-request.tsx',
                'web/features/chats/turns/notifications.ts',
              ),
            },
            // A search's connection, from sending the request to the end of the stream.
            {
              name: 'connection',
              test: isAnyOf(
                'web/features/chats/turns/ending.ts',
                'web/features/chats/turns/plan.ts',
                'web/features/chats/turns/resume.ts',
                'web/features/search/connection.ts',
              ),
            },
          ],
        },
      },
    },
  },
});
