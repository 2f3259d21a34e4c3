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

/** The folder of the built site, from the project's root. */
export const SITE_FOLDER = 'dist/web';

/** Everything that the built site depends on, from the project's root. */
const SOURCE_FOLDERS = ['web', 'shared'] as const;
const SOURCE_FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts'] as const;

/** Builds the site into a folder. */
type Build = (folder: string) => Promise<void>;

/** With the configuration of vite.config.ts. Vite is loaded only here, since most starts build nothing. */
const buildWithVite: Build = async (folder) => {
  const { build } = await import('vite');
  await build({ logLevel: 'warn', build: { outDir: resolve(folder) } });
};

/**
 * Builds the site into {@link SITE_FOLDER}, unless the one there is complete and was built from the same sources: a stamp beside the
 * folder says so. The new site is built beside that folder too, because another stack may be serving it: its pages must find their
 * files at any moment.
 * @param root the project's root.
 */
export async function buildSite({ root = '.', build = buildWithVite } = {}): Promise<void> {
  const site = join(root, SITE_FOLDER);
  const stampFile = `${site}.stamp`;
  const sources = await hashSources(root);
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined);
  if (stamp === `${sources} ${await hashFiles(site)}`) return;
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
 * Moves every file of one folder into another on the same disk and removes the others there. Each file is replaced in one step, so that
 * a reader of a file that both folders have finds it whole at any moment.
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

/** What the site is built from, as a text that differs with any of it; React's mode is part of it. */
async function hashSources(root: string): Promise<string> {
  const folders = await Promise.all(SOURCE_FOLDERS.map((folder) => hashFiles(join(root, folder))));
  const files = await hashFiles(root, SOURCE_FILES);
  return [process.env['NODE_ENV'] ?? 'production', ...folders, files].join(' ');
}

/** A hash of the names and contents of files: all of the folder's unless some are named. */
async function hashFiles(folder: string, named?: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of named ?? (await filesOf(folder)).toSorted()) {
    const content = await readFile(join(folder, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Every file below a folder, as paths from it; none where there is no folder. */
async function filesOf(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Serves the built site as CloudFront does: security headers, cache rules, compression, index.html for every path that names no file. */
export function serveSite(root: string): Hono {
  const site = new Hono();
  site.use(async (context, next) => {
    await next();
    context.header('content-security-policy', contentSecurityPolicy());
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    // What is missing may be there the next time, also under a name that promises never to change.
    context.header('cache-control', context.res.ok ? cacheControlFor(context.req.path) : 'no-store');
    if (context.req.path.startsWith(SHARED_PATH)) context.header(NOT_INDEXED.header, NOT_INDEXED.value);
  });
  site.use('/assets/*', rememberAnswers());
  site.use(compress());
  site.get('*', serveStatic({ root, rewriteRequestPath: (uri) => showPage({ request: { uri } }).uri }));
  return site;
}

/** Reads and compresses once what its name promises never to change; a page asks for two dozen of these. */
function rememberAnswers(): MiddlewareHandler {
  const answers = new Map<string, { body: ArrayBuffer; headers: Record<string, string> }>();
  return async (context, next) => {
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
    // What replaces an answer takes over its headers.
    context.res = context.body(answer.body);
    return undefined;
  };
}
