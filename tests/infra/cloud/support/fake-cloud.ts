import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Aws, AwsError } from '#infra/cloud/aws.ts';
import type { SmokeOptions } from '#infra/cloud/scripts/smoke/run.ts';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { contentSecurityPolicy, HTTPS_ONLY_SECONDS, SECURITY_HEADERS } from '#infra/site/headers.ts';
import { startEdge, withHeaders } from './edge-before-stack.ts';

export const ORIGIN = 'https://smoke.example';
const FUNCTION_URLS = ['https://search.lambda.example/', 'https://chats.lambda.example/'];

/** Possible faults of a deployment. */
export type Fault =
  | 'another service’s health'
  | 'a provider without its key'
  | 'a page without x-frame-options'
  | 'answers of the API without a policy'
  | 'pages that are cached'
  | 'assets that are asked for anew'
  | 'no page for deep links'
  | 'a cached config.json'
  | 'no HSTS'
  | 'open function URLs'
  | 'bodies that are not signed'
  | 'paths with % that are signed differently'
  | 'no body gets through'
  | 'a firewall against long bodies'
  | 'a firewall against words'
  | 'texts that are escaped'
  | 'streams that are held back'
  | 'links that work for ever'
  | 'lists that are forgotten'
  | 'searches that fail'
  | 'answers that are not stored'
  | 'records of other people'
  | 'chats that cannot be deleted';

const FOREIGN_USER = { id: 'other', email: 'other@example.com' };

/**
 * A stack at {@link ORIGIN}, behind what fronts it in the cloud: CloudFront’s headers, its signature of hashed bodies, function URLs,
 * redirects to HTTPS, and the AWS command line for the pool.
 */
export async function startCloud(stack: LocalStack, ...faults: readonly Fault[]) {
  const has = (fault: Fault) => faults.includes(fault);
  const edge = await startEdge(stack.url, async (request, ask) => {
    const answer = await answerAs(request, ask, has);
    return withHeaders(answer, {
      'x-amz-cf-id': 'an id',
      ...SECURITY_HEADERS,
      'content-security-policy': contentSecurityPolicy(),
      ...(!has('no HSTS') && { 'strict-transport-security': `max-age=${HTTPS_ONLY_SECONDS}` }),
      ...(has('a page without x-frame-options') && { 'x-frame-options': undefined }),
      ...(has('answers of the API without a policy') &&
        request.url.includes('/api/') && { 'content-security-policy': undefined }),
    });
  });
  const asCloud: typeof fetch = async (input, init) => {
    const { href, origin, pathname, search } = new URL(String(input));
    if (FUNCTION_URLS.some((url) => href.startsWith(url)))
      return new Response('{"Message":"Forbidden"}', { status: has('open function URLs') ? 200 : 403 });
    if (origin === ORIGIN.replace('https', 'http'))
      return new Response(
        null,
        has('no HSTS') ? { status: 200 } : { status: 301, headers: { location: `${ORIGIN}/` } },
      );
    return await fetch(new URL(`${pathname}${search}`, edge.url), init);
  };
  const options: Pick<SmokeOptions, 'origin' | 'fetch' | 'awsIn'> = {
    origin: ORIGIN,
    fetch: asCloud,
    awsIn: () => fakeAws(stack),
  };
  return { ...options, close: edge.close };
}

async function answerAs(
  request: Request,
  ask: () => Promise<Response>,
  has: (fault: Fault) => boolean,
): Promise<Response> {
  const { pathname: path } = new URL(request.url);
  const body = request.method === 'GET' ? '' : await request.clone().text();
  const isHashed = request.headers.get('x-amz-content-sha256') === hash('sha256', body);
  const isMissigned = has('paths with % that are signed differently') && path.includes('%');
  if (isMissigned || (request.method !== 'GET' && !isHashed && !has('bodies that are not signed')))
    return new Response('{"message":"The request signature we calculated does not match"}', { status: 403 });
  const isBlocked =
    (has('no body gets through') && body === '{}' && isHashed) ||
    (has('a firewall against long bodies') && body.length > 8_192) ||
    (has('a firewall against words') && body.includes('etc/passwd'));
  if (isBlocked) return new Response('<html><b>403 ERROR</b> Request blocked.</html>', { status: 403 });
  return failed({ method: request.method, path, body }, has) ?? (await changed(await ask(), path, has));
}

/** Requests that fail before they reach the stack. */
function failed(
  { method, path, body }: { method: string; path: string; body: string },
  has: (fault: Fault) => boolean,
): Response | undefined {
  if (has('another service’s health') && path === '/api/health') return Response.json({ status: 'UP' });
  if (has('a provider without its key') && path === '/api/health')
    return Response.json({
      status: 'ok',
      version: '1.0.0',
      providers: 'live',
      configured: { model: 'gpt-4.1-mini', search: null, profiles: 'enrichlayer' },
    });
  if (has('no page for deep links') && path === '/john.doe') return new Response('missing', { status: 404 });
  if (has('searches that fail') && body.includes('deepResearch') && !body.includes('smoke'))
    return Response.json({ error: { code: 'internal-error', message: 'Oh no.' } }, { status: 500 });
  if (has('chats that cannot be deleted') && method === 'DELETE' && path.startsWith('/api/chats/'))
    return new Response('no', { status: 503 });
  return undefined;
}

async function changed(answer: Response, path: string, has: (fault: Fault) => boolean): Promise<Response> {
  if (path === '/config.json') {
    // The field by which the command recognises the local stack.
    const { mailPage: _, ...config } = (await answer.json()) as Record<string, unknown>;
    const cacheControl = has('a cached config.json') ? 'public, max-age=60' : 'no-store';
    return Response.json(config, { headers: { 'cache-control': cacheControl } });
  }
  if (has('pages that are cached') && path === '/')
    return withHeaders(answer, { 'cache-control': 'public, max-age=60' });
  if (has('assets that are asked for anew') && path.startsWith('/assets/'))
    return withHeaders(answer, { 'cache-control': 'no-cache' });
  if (has('texts that are escaped') && path.startsWith('/api/chats'))
    return rewritten(answer, (text) => text.replaceAll('<', '&lt;'));
  if (has('streams that are held back') && path === '/api/searches') return rewritten(answer, (text) => text);
  return await changedData(answer, path, has);
}

/** Changes to an account’s data. */
async function changedData(
  answer: Response,
  path: string,
  has: (fault: Fault) => boolean,
): Promise<Response> {
  if (has('lists that are forgotten') && path === '/api/lists')
    return rewritten(answer, (text) => JSON.stringify({ ...JSON.parse(text), lists: [] }));
  if (has('links that work for ever') && path.startsWith('/api/shared/'))
    return new Response(answer.body, { headers: answer.headers, status: 200 });
  if (has('answers that are not stored') && path.endsWith('/messages'))
    return Response.json({ messages: [] });
  if (has('records of other people') && path === '/api/me')
    return rewritten(answer, (text) => JSON.stringify({ ...JSON.parse(text), ...FOREIGN_USER }));
  return answer;
}

/** The whole response at once, with changed text. */
async function rewritten(answer: Response, change: (text: string) => string): Promise<Response> {
  const { status, headers } = answer;
  return new Response(change(await answer.text()), { status, headers });
}

/** The AWS command line for creating accounts, over the stack’s own pool. */
function fakeAws(stack: LocalStack): Aws {
  const { userPoolId } = stack.cognito;
  const outputs = {
    SiteAddress: ORIGIN,
    UserPool: userPoolId,
    SearchFunctionUrl: FUNCTION_URLS[0],
    ChatsFunctionUrl: FUNCTION_URLS[1],
  };
  return async ([, operation = '', , file = '']) => {
    if (operation === 'describe-stacks')
      return {
        Stacks: [
          {
            StackStatus: 'UPDATE_COMPLETE',
            Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
          },
        ],
      };
    const target = operation.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const answer = await fetch(`${stack.url}/cognito/`, {
      method: 'POST',
      headers: {
        'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
        'content-type': 'application/x-amz-json-1.1',
        authorization: 'AWS4-HMAC-SHA256 Credential=local',
      },
      body: readFileSync(new URL(file)),
    });
    if (!answer.ok) throw new AwsError(await answer.text());
    return await answer.json();
  };
}
