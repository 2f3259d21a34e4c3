import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page's states without its server: what the screens under docs/screens are taken of. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: '../../../web/public',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../../../dist/gallery', emptyOutDir: true },
});
