import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Renders the page's states without its server, for the pictures in docs/screens. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: '../../../web/public',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../../../dist/gallery', emptyOutDir: true },
});
