import { hash } from 'node:crypto';
import * as v from 'valibot';
import { ErrorBody } from '#shared/contract.ts';
import { CheckFailed } from './report.ts';

/** In milliseconds; a function that starts cold answers within a few seconds. */
const LONGEST_ANSWER = 30_000;

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** ID token of whoever asks. */
  token?: string;
  /** Leaves out the hash of the body, which the page always sends. */
  isUnhashed?: boolean;
  headers?: Readonly<Record<string, string>>;
  /** Instead of the usual time an answer may take. */
  within?: number;
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
  /** Ends every request under way. */
  signal?: AbortSignal;
}

/** A deployment as its page meets it, over HTTP. */
export class Site {
  readonly origin: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #signal: AbortSignal | undefined;

  constructor({ origin, fetch, signal }: SiteOptions) {
    this.origin = origin;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /** A whole answer. @param path below the site's origin, or a whole address. @throws TypeError when there is none */
  async ask(path: string, request: Request = {}): Promise<Answer> {
    const response = await this.open(path, request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** An answer whose body is still to be read. Redirects are answers too. */
  async open(path: string, request: Request = {}): Promise<Response> {
    const { method = 'GET', body, token, isUnhashed = false, within = LONGEST_ANSWER } = request;
    const headers = new Headers({ 'user-agent': 'expertscope-smoke', ...request.headers });
    const text = body === undefined ? undefined : JSON.stringify(body);
    if (text !== undefined) headers.set('content-type', 'application/json');
    if (token !== undefined) headers.set('x-auth-token', token);
    // Origin access control needs the hash of an empty body too.
    if (method !== 'GET' && !isUnhashed) headers.set('x-amz-content-sha256', hash('sha256', text ?? ''));
    const limit = AbortSignal.timeout(within);
    return await this.#fetch(new URL(path, this.origin), {
      method,
      headers,
      redirect: 'manual',
      signal: this.#signal === undefined ? limit : AbortSignal.any([this.#signal, limit]),
      ...(text !== undefined && { body: text }),
    });
  }

  /** A JSON answer of the service. @throws CheckFailed for any other status, or another shape */
  async json<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    request: Request = {},
  ): Promise<v.InferOutput<Schema>> {
    const answer = await this.ask(path, request);
    expectStatus(answer, 200, 201);
    const parsed = v.safeParse(schema, parseJson(answer.text));
    if (!parsed.success)
      throw new CheckFailed(`${path} answered what the contract does not know: ${excerpt(answer)}`);
    return parsed.output;
  }
}

/** @throws CheckFailed saying what the answer was instead */
export function expectStatus(answer: Answer, ...expected: number[]): void {
  if (!expected.includes(answer.status))
    throw new CheckFailed(`${answer.status} instead of ${expected.join(' or ')}: ${excerpt(answer)}`);
}

/** The service's own JSON error: what comes from CloudFront, the firewall or Lambda itself is none. */
export function problemIn({ text }: Pick<Answer, 'text'>): ErrorBody['error'] | undefined {
  const parsed = v.safeParse(ErrorBody, parseJson(text));
  return parsed.success ? parsed.output.error : undefined;
}

const LONGEST_EXCERPT = 160;

/** The beginning of what was answered, without markup. */
export function excerpt(answer: Pick<Answer, 'text'>): string {
  const said =
    problemIn(answer)?.message ??
    answer.text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return said === '' ? 'an empty answer' : `"${said.slice(0, LONGEST_EXCERPT)}"`;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
