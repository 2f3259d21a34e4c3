import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the page into a folder with the configuration of vite.config.ts.
 * In a process of its own because CDK waits for nothing that is asynchronous.
 */
export function buildSite({ root, outputFolder }: { root: string; outputFolder: string }): void {
  const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')));
  const options = ['build', '--logLevel', 'warn', '--outDir', outputFolder, '--emptyOutDir'];
  execFileSync(process.execPath, [vite, ...options], { cwd: root, stdio: 'inherit' });
}
