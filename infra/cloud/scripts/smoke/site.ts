import { hash } from 'node:crypto';
import * as v from 'valibot';
import { ErrorBody, TOKEN_HEADER } from '#shared/contract.ts';
import { CheckFailed } from './report.ts';

/** In milliseconds. Even with a cold start, a function answers within a few seconds. */
const RESPONSE_TIMEOUT = 30_000;

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** The caller's ID token. */
  token?: string;
  /** Omits the body hash, which the page always sends. */
  isUnhashed?: boolean;
  headers?: Readonly<Record<string, string>>;
  /** Timeout in milliseconds, instead of the default. */
  timeout?: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface SiteOptions {
  /** Scheme, host and port. */
  origin: string;
  fetch: typeof globalThis.fetch;
  /** Aborts every request in flight. */
  signal?: AbortSignal;
}

/** HTTP client for a deployment, sending requests as its page does. */
export class Site {
  readonly origin: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #signal: AbortSignal | undefined;

  constructor({ origin, fetch, signal }: SiteOptions) {
    this.origin = origin;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /** Requests a complete response. @param path relative to the site's origin, or an absolute URL. @throws TypeError when nothing answers */
  async ask(path: string, request: Request = {}): Promise<Answer> {
    const response = await this.open(path, request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Requests a response whose body is still to be read. Redirects are not followed. */
  async open(path: string, request: Request = {}): Promise<Response> {
    const { method = 'GET', body, token, isUnhashed = false, timeout = RESPONSE_TIMEOUT } = request;
    const headers = new Headers({ 'user-agent': 'expertscope-smoke', ...request.headers });
    const text = body === undefined ? undefined : JSON.stringify(body);
    if (text !== undefined) headers.set('content-type', 'application/json');
    if (token !== undefined) headers.set(TOKEN_HEADER, token);
    // Origin access control requires the hash even of an empty body.
    if (method !== 'GET' && !isUnhashed) headers.set('x-amz-content-sha256', hash('sha256', text ?? ''));
    const limit = AbortSignal.timeout(timeout);
    return await this.#fetch(new URL(path, this.origin), {
      method,
      headers,
      redirect: 'manual',
      signal: this.#signal === undefined ? limit : AbortSignal.any([this.#signal, limit]),
      ...(text !== undefined && { body: text }),
    });
  }

  /** Requests JSON from the service. @throws CheckFailed for an unexpected status or shape */
  async json<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    request: Request = {},
  ): Promise<v.InferOutput<Schema>> {
    const answer = await this.ask(path, request);
    expectStatus(answer, 200, 201);
    const parsed = v.safeParse(schema, parseJson(answer.text));
    if (!parsed.success)
      throw new CheckFailed(`${path} returned a response that violates the contract: ${excerpt(answer)}`);
    return parsed.output;
  }
}

/** @throws CheckFailed with the response received instead */
export function expectStatus(answer: Answer, ...expected: number[]): void {
  if (!expected.includes(answer.status))
    throw new CheckFailed(`${answer.status} instead of ${expected.join(' or ')}: ${excerpt(answer)}`);
}

/** The service's own JSON error; undefined for errors of CloudFront, the firewall or Lambda itself. */
export function problemIn({ text }: Pick<Answer, 'text'>): ErrorBody['error'] | undefined {
  const parsed = v.safeParse(ErrorBody, parseJson(text));
  return parsed.success ? parsed.output.error : undefined;
}

const MAX_EXCERPT_LENGTH = 160;

/** The beginning of the response, without markup. */
export function excerpt(answer: Pick<Answer, 'text'>): string {
  const said =
    problemIn(answer)?.message ??
    answer.text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return said === '' ? 'an empty response' : `"${said.slice(0, MAX_EXCERPT_LENGTH)}"`;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
