import * as v from 'valibot';
import { newId } from '#shared/ids.ts';
import { SITE_CONFIG_PATH, SiteConfig } from '#shared/site-config.ts';
import { count } from '../../../command.ts';
import {
  CACHE_CONTROL,
  contentSecurityPolicy,
  HTTPS_ONLY_SECONDS,
  SECURITY_HEADERS,
} from '../../../site/headers.ts';
import { CheckFailed, NotChecked } from './report.ts';
import { type Answer, excerpt, expectStatus, parseJson, problemIn, type Site } from './site.ts';

/* Checks of what is in front of the functions: the page, its headers and cache rules, CloudFront's signing, and the firewall. None of
 * these costs anything: the functions reject every request sent here. */

/** CloudFront adds this header to every response; the local stack has no CloudFront. */
const isCloudFront = ({ headers }: Pick<Answer, 'headers'>): boolean => headers.has('x-amz-cf-id');

const NOT_CLOUDFRONT = 'the response is not from CloudFront (no x-amz-cf-id)';

export async function checkPage(site: Site): Promise<string> {
  const page = await site.ask('/');
  expectPage(page);
  expectCacheControl(page, CACHE_CONTROL.pages);
  const assets = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  if (assets.length === 0) throw new CheckFailed('the page refers to no assets');
  for (const path of assets) {
    const asset = await site.ask(path);
    expectStatus(asset, 200);
    expectCacheControl(asset, CACHE_CONTROL.assets);
    if (asset.headers.get('content-type')?.startsWith('text/html') === true)
      throw new CheckFailed(`${path} was answered with a page`);
  }
  return `the page and its ${count(assets.length, 'asset')}`;
}

function expectPage(answer: Answer): void {
  expectStatus(answer, 200);
  const type = answer.headers.get('content-type') ?? 'none';
  if (!type.startsWith('text/html')) throw new CheckFailed(`content-type is ${type}, not text/html`);
}

function expectCacheControl({ headers }: Answer, expected: string): void {
  const found = headers.get('cache-control');
  if (found !== expected) throw new CheckFailed(`cache-control is ${quoted(found)}, not "${expected}"`);
}

const quoted = (value: string | null): string => (value === null ? 'missing' : `"${value}"`);

export async function checkDeepLinks(site: Site): Promise<string> {
  const page = await site.ask('/');
  expectPage(page);
  const paths = ['/login', '/john.doe', `/chat/${newId('chat')}`];
  for (const path of paths) {
    const answer = await site.ask(path);
    if (answer.status !== 200 || answer.text !== page.text)
      throw new CheckFailed(`${path} was not answered with the page: ${answer.status}, ${excerpt(answer)}`);
  }
  const missing = await site.ask('/assets/none-00000000.js');
  if (missing.status !== 404)
    throw new CheckFailed(`a missing file was answered with ${missing.status}, not 404`);
  return `${paths.slice(0, 2).join(', ')} and a chat's address open; a missing file returns 404`;
}

/** The deployment's configuration, which must never come from a cache. */
export async function checkConfig(site: Site): Promise<{ detail: string; value: SiteConfig }> {
  const answers = [await site.ask(SITE_CONFIG_PATH), await site.ask(SITE_CONFIG_PATH)];
  for (const answer of answers) {
    expectStatus(answer, 200);
    expectCacheControl(answer, CACHE_CONTROL.config);
    const { headers } = answer;
    if (headers.has('age') || headers.get('x-cache')?.startsWith('Hit') === true)
      throw new CheckFailed(
        `it came from a cache: age ${quoted(headers.get('age'))}, x-cache ${quoted(headers.get('x-cache'))}`,
      );
  }
  const parsed = v.safeParse(SiteConfig, parseJson(answers[0]?.text ?? ''));
  if (!parsed.success) throw new CheckFailed(`it violates the contract: ${v.summarize(parsed.issues)}`);
  const { stage, region } = parsed.output;
  return { detail: `stage ${stage} in ${region}, ${CACHE_CONTROL.config}`, value: parsed.output };
}

/** @param config undefined if it could not be read; the expected policy depends on it */
export async function checkPageHeaders(site: Site, config: SiteConfig | undefined): Promise<string> {
  if (config === undefined)
    throw new NotChecked('config.json, which says what the page connects to, is not valid');
  expectHeaders(await site.ask('/'), securityHeaders(config));
  return `${Object.keys(securityHeaders(config)).length} headers as this checkout sets them`;
}

export async function checkApiHeaders(site: Site, config: SiteConfig | undefined): Promise<string> {
  if (config === undefined)
    throw new NotChecked('config.json, which says what the page connects to, is not valid');
  const health = await site.ask('/api/health');
  if (!isCloudFront(health)) throw new NotChecked(`${NOT_CLOUDFRONT}, which adds them`);
  expectHeaders(health, securityHeaders(config));
  return 'the same as on the page';
}

function securityHeaders({ userPoolEndpoint, region, oauthDomain }: SiteConfig): Record<string, string> {
  // The local stack's user pool is on the site's own origin.
  const hosts = userPoolEndpoint === undefined ? [`cognito-idp.${region}.amazonaws.com`, oauthDomain] : [];
  const connectTo = hosts.flatMap((host) => (host === undefined ? [] : [`https://${host}`]));
  return { ...SECURITY_HEADERS, 'content-security-policy': contentSecurityPolicy(connectTo) };
}

function expectHeaders({ headers }: Answer, expected: Readonly<Record<string, string>>): void {
  const wrong = Object.entries(expected)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name, value]) => `${name} is ${quoted(headers.get(name))}, not "${value}"`);
  if (wrong.length > 0) throw new CheckFailed(wrong.join('; '));
}

export async function checkHttps(site: Site): Promise<string> {
  if (!site.origin.startsWith('https:')) throw new NotChecked('the address is not https');
  const policy = (await site.ask('/')).headers.get('strict-transport-security');
  const [, seconds = '0'] = /max-age=(\d+)/.exec(policy ?? '') ?? [];
  if (Number(seconds) < HTTPS_ONLY_SECONDS)
    throw new CheckFailed(
      `strict-transport-security is ${quoted(policy)}, not max-age=${HTTPS_ONLY_SECONDS}`,
    );
  const plain = await site.ask(site.origin.replace('https:', 'http:'));
  const location = plain.headers.get('location') ?? '';
  if (![301, 302, 307, 308].includes(plain.status) || !location.startsWith(site.origin))
    throw new CheckFailed(`http was answered with ${plain.status}, not with a redirect to https`);
  return 'browsers remember it, and http redirects to https';
}

/** @param urls the function URLs, or the reason why they are unknown */
export async function checkFunctionUrls(site: Site, urls: readonly string[] | string): Promise<string> {
  if (typeof urls === 'string') throw new NotChecked(urls);
  for (const url of urls) {
    const answer = await site.ask(new URL('/api/health', url).href);
    if (answer.status !== 403)
      throw new CheckFailed(`${url} answers ${answer.status}: whoever finds it can bypass CloudFront`);
  }
  return `${urls.length} refused with 403`;
}

/** One path per function, used with requests that the function rejects. */
const FUNCTIONS = { search: '/api/searches', chats: '/api/chats' };

export async function checkHashedBodies(site: Site): Promise<string> {
  const seen: string[] = [];
  for (const [name, path] of Object.entries(FUNCTIONS)) {
    const { status } = await expectRefusedByService(site, path, { body: {} });
    seen.push(`the ${name} function's own ${status}`);
  }
  return seen.join(', ');
}

/** @throws CheckFailed unless the function itself rejects the request, which proves that the request reached it */
async function expectRefusedByService(
  site: Site,
  path: string,
  { body, token }: { body: unknown; token?: string | undefined },
): Promise<Answer> {
  const answer = await site.ask(path, { method: 'POST', body, ...(token !== undefined && { token }) });
  // Not 429: the firewall answers with that status in the service's error format.
  if (![400, 401, 403].includes(answer.status) || problemIn(answer) === undefined)
    throw new CheckFailed(
      `the request to ${path} did not reach its function: ${answer.status}, ${excerpt(answer)}`,
    );
  return answer;
}

export async function checkUnhashedBodies(site: Site): Promise<string> {
  for (const path of Object.values(FUNCTIONS)) {
    const answer = await site.ask(path, { method: 'POST', body: {}, isUnhashed: true });
    if (!isCloudFront(answer)) throw new NotChecked(`${NOT_CLOUDFRONT}, so nothing signs requests`);
    if (answer.status !== 403 || problemIn(answer) !== undefined)
      throw new CheckFailed(
        `${path} accepted a body that CloudFront cannot have signed: ${answer.status}, ${excerpt(answer)}`,
      );
  }
  return 'both functions reject what CloudFront cannot sign: 403';
}

/** Not a field of a search. The function names it when it rejects the request, which proves that it read the whole body. */
const UNKNOWN_FIELD = 'smoke';

interface BodyOptions {
  /** The search text. */
  content: string;
  /** The caller's ID token; undefined for an anonymous caller. */
  token: string | undefined;
  /** The body's minimum length. */
  bytes?: number;
}

async function expectToArrive(site: Site, { content, token, bytes = 0 }: BodyOptions): Promise<string> {
  const body = { chatId: newId('chat'), messageId: newId('msg'), content, deepResearch: false };
  const length = Buffer.byteLength(JSON.stringify({ ...body, [UNKNOWN_FIELD]: '' }));
  const filled = { ...body, [UNKNOWN_FIELD]: 'x'.repeat(Math.max(0, bytes - length)) };
  const answer = await expectRefusedByService(site, FUNCTIONS.search, { body: filled, token });
  if (answer.status !== 400) return `the function answered ${answer.status} without reading it`;
  if (problemIn(answer)?.message.includes(`"${UNKNOWN_FIELD}"`) !== true)
    throw new CheckFailed(`the function read something else: ${excerpt(answer)}`);
  return 'the function read all of it';
}

/** @param bytes length of the body; unless overridden, AWS WAF's common rules block bodies over 8 kB */
export const checkBody = (site: Site, token: string | undefined, bytes: number): Promise<string> =>
  expectToArrive(site, { content: 'Lawyers in Lima', token, bytes });

/** Text that people may paste and that a firewall may take for an attack. */
export const SUSPICIOUS_WORDS = [
  "SELECT * FROM users WHERE name = '' OR 1=1; DROP TABLE users; -- UNION SELECT password",
  '<script>alert(document.cookie)</script><img src=x onerror="alert(1)"><b>bold</b>',
  '../../../../etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
] as const;

export const checkWords = (site: Site, token: string | undefined): Promise<string> =>
  expectToArrive(site, { content: SUSPICIOUS_WORDS.join('\n'), token });
