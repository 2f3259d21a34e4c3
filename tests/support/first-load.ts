import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A file that a built page loads before any interaction. */
export interface FirstLoadFile {
  /** Relative to the site's root. */
  path: string;
  text: string;
  /** Bytes after gzip at its highest level. */
  gzipped: number;
}

const SCRIPTS = /<script\b[^>]*\bsrc="([^"]+)"|<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g;
const STYLES = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g;
/** `import … from "x"`, `export … from "x"` and `import "x"`, as minified; not `import("x")`. */
const STATIC_IMPORTS = /(?:^|[;}\s])(?:import|export)(?:[\w$*{},\s]*?from)?\s*["'`]([^"'`]+)["'`]/g;

/**
 * The scripts and styles of a first visit: those named in index.html and their static imports, each once. Code loaded later, on demand
 * or when the page is idle, is excluded.
 * @param root folder with index.html
 */
export async function firstLoad(
  root: string,
): Promise<{ scripts: FirstLoadFile[]; styles: FirstLoadFile[] }> {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const found = new Map<string, FirstLoadFile>();
  const follow = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    const file = await readBuilt(root, path);
    found.set(path, file);
    for (const name of matches(file.text, STATIC_IMPORTS))
      await follow(posix.join(posix.dirname(path), name));
  };
  for (const path of matches(html, SCRIPTS)) await follow(path);
  const styles = await Promise.all(matches(html, STYLES).map((path) => readBuilt(root, path)));
  return { scripts: [...found.values()], styles };
}

export const gzippedSize = (files: readonly FirstLoadFile[]): number =>
  files.reduce((sum, { gzipped }) => sum + gzipped, 0);

async function readBuilt(root: string, path: string): Promise<FirstLoadFile> {
  const bytes = await readFile(join(root, path));
  return { path, text: bytes.toString('utf8'), gzipped: gzipSync(bytes, { level: 9 }).length };
}

const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), (match) => match[1] ?? match[2] ?? '');
