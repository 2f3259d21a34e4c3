import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The first browsers with everything the page uses: `light-dark()`, `popover`, subgrid, `URL.parse`. */
const BROWSERS = ['chrome126', 'edge126', 'firefox129', 'safari18'];

const OURS = /\/(shared|web\/(app|features|lib|ui))\/.*\.tsx?$/;

/** Whether a module is one of these files of ours. Of a file that has another name by now nobody would notice that it is not. */
function isAnyOf(...paths: string[]): (id: string) => boolean {
  const files = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}`);
  return (id) => files.includes(id);
}

/** What shows an answer, in a conversation, in lists and in what is shared. */
const isOfAnswers = isAnyOf(
  'web/features/chats/components/assistant-message.tsx',
  'web/features/chats/components/chat-list-item.tsx',
  'web/features/lists/hidden-people.ts',
  'web/features/lists/list-home.ts',
  'web/features/lists/list-news.ts',
  'web/features/lists/use-lists.ts',
  'web/features/people/export-menu.tsx',
  'web/features/people/rows.ts',
  'web/features/people/view.tsx',
  'web/features/results/card-keys.ts',
  'web/features/results/criteria.tsx',
  'web/features/results/hide-names.tsx',
  'web/features/results/people-view.ts',
  'web/features/results/profile-card.tsx',
  'web/features/search/progress-panel.tsx',
  'web/features/shares/share-button.tsx',
  'web/lib/use-has-room.ts',
);

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
              test: isAnyOf(
                'shared/fold.ts',
                'web/ui/alert.tsx',
                'web/ui/badge.tsx',
                'web/ui/copy-button.tsx',
                'web/ui/dialog.tsx',
                'web/ui/later-icons.ts',
                'web/ui/screen.tsx',
              ),
            },
            // What a browser or an account keeps, and the schemas by which that is read wherever it is read.
            {
              name: 'stored',
              test: isAnyOf(
                'shared/search-errors.ts',
                'shared/site-config.ts',
                'web/features/auth/fresh-record.ts',
                'web/features/chats/changes.ts',
                'web/features/chats/turns/seen-people.ts',
                'web/features/chats/turns/turns.ts',
                'web/features/chats/turns/versions.ts',
                'web/features/lists/keys.ts',
                'web/features/lists/local-lists.ts',
              ),
            },
            // What a conversation shares with its results, and both with lists and with shared answers, is in neither's file: one that is lost can be
            // fetched again, but not what needs it.
            {
              name: 'answers',
              test: (id) => isOfAnswers(id) || id.includes('/@tanstack/react-virtual/'),
            },
            // Lines beside the input, few of which are ever seen.
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
            // A search from its sending to its end.
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
