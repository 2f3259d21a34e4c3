import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { SHARED_PATH } from '#shared/product.ts';
import { cacheControlFor, contentSecurityPolicy, NOT_INDEXED, SECURITY_HEADERS } from '../site/headers.ts';
import { handler as showPage } from '../site/show-page.mjs';

/** The folder of the built site, relative to the project's root. */
export const SITE_FOLDER = 'dist/web';

/** Everything that the built site depends on, relative to the project's root. */
const SOURCE_FOLDERS = ['web', 'shared'] as const;
const SOURCE_FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts'] as const;

/** Builds the site into a folder. */
type Build = (folder: string) => Promise<void>;

/** Uses the configuration in vite.config.ts. Vite is loaded only here, since most starts build nothing. */
const buildWithVite: Build = async (folder) => {
  const { build } = await import('vite');
  await build({ logLevel: 'warn', build: { outDir: resolve(folder) } });
};

/**
 * Builds the site into {@link SITE_FOLDER}, unless a stamp file next to it shows that the existing build is complete and from the same
 * sources. The build goes into a temporary folder first, because another stack may be serving the site, whose pages must find their files
 * at any time.
 * @param root the project's root.
 */
export async function buildSite({ root = '.', build = buildWithVite } = {}): Promise<void> {
  const site = join(root, SITE_FOLDER);
  const stampFile = `${site}.stamp`;
  const sources = await hashSources(root);
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined);
  // Undefined while another process, of the same sources or not, replaces the files.
  const present = await hashFiles(site).catch(() => undefined);
  if (present !== undefined && stamp === `${sources} ${present}`) return;
  await mkdir(dirname(site), { recursive: true });
  const fresh = await mkdtemp(`${site}-`);
  try {
    await build(fresh);
    const built = await hashFiles(fresh);
    await replaceFiles({ from: fresh, to: site });
    await writeFile(stampFile, `${sources} ${built}`);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Moves every file of one folder into another on the same disk and deletes the other files there. Each file is replaced atomically, so that
 * readers always find a file that is in both folders complete.
 */
export async function replaceFiles({ from, to }: { from: string; to: string }): Promise<void> {
  await mkdir(to, { recursive: true });
  const [fresh, present] = await Promise.all([filesOf(from), filesOf(to)]);
  for (const file of fresh) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await rename(join(from, file), join(to, file));
  }
  const kept = new Set(fresh);
  for (const file of present) if (!kept.has(file)) await rm(join(to, file), { force: true });
}

/** A fingerprint of everything that the site is built from, including React's mode. */
async function hashSources(root: string): Promise<string> {
  const folders = await Promise.all(SOURCE_FOLDERS.map((folder) => hashFiles(join(root, folder))));
  const files = await hashFiles(root, SOURCE_FILES);
  return [process.env['NODE_ENV'] ?? 'production', ...folders, files].join(' ');
}

/** A hash of the names and contents of files: the named ones, or else all in the folder. */
async function hashFiles(folder: string, named?: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of named ?? (await filesOf(folder)).toSorted()) {
    const content = await readFile(join(folder, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Every file below a folder, as relative paths; empty if there is no such folder. */
async function filesOf(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/**
 * Serves the built site as CloudFront does: security headers, cache rules, compression, and index.html for every path that is not a file.
 */
export function serveSite(root: string): Hono {
  const site = new Hono();
  site.use(async (context, next) => {
    await next();
    context.header('content-security-policy', contentSecurityPolicy());
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    // A missing file may exist the next time, even one with an immutable name.
    context.header('cache-control', context.res.ok ? cacheControlFor(context.req.path) : 'no-store');
    if (context.req.path.startsWith(SHARED_PATH)) context.header(NOT_INDEXED.header, NOT_INDEXED.value);
  });
  site.use('/assets/*', cacheResponses());
  site.use(compress());
  // Two handlers, since serveStatic refuses a path with escapes or repeated slashes before it would rewrite it.
  const page = serveStatic({ root, path: 'index.html' });
  const files = serveStatic({ root });
  site.get('*', (context, next) => {
    const { uri } = showPage({ request: { uri: context.req.path } });
    return (uri === '/index.html' ? page : files)(context, next);
  });
  return site;
}

/** Reads and compresses immutable files only once; a page requests two dozen of them. */
function cacheResponses(): MiddlewareHandler {
  const answers = new Map<string, { body: ArrayBuffer; headers: Record<string, string> }>();
  return async (context, next) => {
    if (context.req.method !== 'GET') return next();
    const key = `${context.req.path} ${context.req.header('accept-encoding')}`;
    const known = answers.get(key);
    if (known !== undefined) return context.body(known.body, 200, known.headers);
    await next();
    if (context.res.status !== 200) return undefined;
    const answer = {
      body: await context.res.arrayBuffer(),
      headers: Object.fromEntries(context.res.headers),
    };
    answers.set(key, answer);
    // Assigning a response keeps the headers of the one it replaces.
    context.res = context.body(answer.body);
    return undefined;
  };
}
