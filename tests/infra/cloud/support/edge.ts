import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import type { Template } from 'aws-cdk-lib/assertions';
import { listenOnLoopback } from '#tests/lambda/support/loopback.ts';

interface Edge {
  template: Template;
  /** Folder of the built page. */
  folder: string;
  /** Contents of config.json. */
  config: string;
  /** Handles everything under /api. */
  api: (request: Request) => Response | Promise<Response>;
}

interface Viewed {
  uri: string;
  headers: Record<string, { value: string }>;
}

interface Behaviour {
  ResponseHeadersPolicyId: { Ref: string };
  FunctionAssociations?: unknown;
}

interface Distribution {
  CacheBehaviors: (Behaviour & { PathPattern: string })[];
  DefaultCacheBehavior: Behaviour;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Behaves as CloudFront and the bucket would with the synthesized template: path patterns, functions, header policies and the cache-control
 * of each copied file. Everything is derived from the template.
 */
function createEdge({ template, folder, config, api }: Edge): (request: Request) => Promise<Response> {
  const functions = edgeFunctions(template);
  const { DistributionConfig } = theOnly(template, 'AWS::CloudFront::Distribution');
  const { CacheBehaviors: behaviours, DefaultCacheBehavior: others }: Distribution = DistributionConfig;
  const cacheControl = cacheRules(template);

  function file(uri: string): Response {
    const key = uri.slice(1);
    try {
      const body = key === 'config.json' ? config : readFileSync(join(folder, key));
      return new Response(body, {
        headers: {
          'content-type': TYPES[extname(key)] ?? 'binary/octet-stream',
          'cache-control': cacheControl(key),
        },
      });
    } catch {
      return new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 });
    }
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    const behaviour = behaviours.find((one) => matches(one.PathPattern, pathname)) ?? others;
    const isPage = JSON.stringify(behaviour.FunctionAssociations ?? []).includes('SiteShowPage');
    const answer = pathname.startsWith('/api/')
      ? await api(await throughFunction(functions.NameViewer, request))
      : file(isPage ? viewed(functions.ShowPage, pathname).uri : pathname);
    const headers = new Headers(answer.headers);
    for (const [name, value] of headersOf(template, behaviour)) headers.set(name, value);
    return new Response(answer.body, { status: answer.status, headers });
  };
}

function viewed(code: string, uri: string): Viewed {
  const event = { viewer: { ip: '203.0.113.7' }, request: { uri, headers: {} } };
  return runInNewContext(`${code}; handler(event)`, { event });
}

async function throughFunction(code: string, request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  for (const [name, { value }] of Object.entries(viewed(code, new URL(request.url).pathname).headers))
    headers.set(name, value);
  return new Request(request, { headers });
}

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;

function theOnly(template: Template, kind: string) {
  const [resource, ...others] = Object.values(template.findResources(kind));
  if (resource === undefined || others.length > 0) throw new Error(`There is not one ${kind}.`);
  return resource['Properties'];
}

function headersOf(template: Template, { ResponseHeadersPolicyId }: Behaviour): [string, string][] {
  const policies = template.findResources('AWS::CloudFront::ResponseHeadersPolicy');
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
    policies[ResponseHeadersPolicyId.Ref]?.['Properties'].ResponseHeadersPolicyConfig ?? {};
  return [
    ['content-security-policy', security.ContentSecurityPolicy.ContentSecurityPolicy],
    ['strict-transport-security', `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', security.FrameOptions.FrameOption],
    ['referrer-policy', security.ReferrerPolicy.ReferrerPolicy],
    ...custom.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
  ];
}

/** Finds the bucket deployment that copies a file, and so its cache-control. */
function cacheRules(template: Template): (key: string) => string {
  const copies = Object.entries(template.findResources('Custom::CDKBucketDeployment'));
  const rule = (name: string): string =>
    copies.find(([id]) => id.startsWith(`Site${name}`))?.[1]?.['Properties'].SystemMetadata['cache-control'];
  return (key) => {
    if (key === 'config.json') return rule('Config');
    return rule(key.startsWith('assets/') ? 'Assets' : 'Pages');
  };
}

/** The code of each CloudFront Function as deployed; `Admit` exists only with allowed networks. */
export function edgeFunctions(template: Template): { ShowPage: string; NameViewer: string; Admit: string } {
  const found = Object.entries(template.findResources('AWS::CloudFront::Function'));
  const codeOf = (name: string): string => {
    const [, resource] = found.find(([id]) => id.startsWith(`Site${name}`)) ?? [];
    return String(resource?.['Properties'].FunctionCode);
  };
  return { ShowPage: codeOf('ShowPage'), NameViewer: codeOf('NameViewer'), Admit: codeOf('Admit') };
}

/** Serves the edge on a loopback port. */
export async function serveEdge(edge: Edge): Promise<{ url: string; close: () => Promise<void> }> {
  const { port, close } = await listenOnLoopback(createServer(getRequestListener(createEdge(edge))));
  return { url: `http://localhost:${port}`, close };
}
