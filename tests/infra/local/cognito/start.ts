import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import {
  type CognitoOptions,
  createCognitoApp,
  type LocalCognito,
  type Mail,
} from '#infra/local/cognito/app.ts';
import { listen } from '#infra/local/listen.ts';

/** A pool served on a free port as in the local stack, with a clock that only `advance` moves. */
export type RunningCognito = LocalCognito & {
  /** With the trailing slash that Amplify is given. */
  endpoint: string;
  dataDir: string;
  /** Advances the pool’s clock by this many milliseconds. */
  advance(milliseconds: number): void;
  /** Calls an operation without a client library. */
  call(
    operation: string,
    input: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; errorType: string | null; body: unknown }>;
  mails(): Promise<Mail[]>;
  /** The latest code mailed to an address, read from the mail page that the interface links to. */
  codeFor(email: string): Promise<string>;
  /** Stops the server, and removes the folder unless it was given. */
  close(): Promise<void>;
};

/** Header of an administrator’s request; the signer is not checked. */
export const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=local' };

export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'cognito-test-'));

export async function startCognito(options: Partial<CognitoOptions> = {}): Promise<RunningCognito> {
  const dataDir = options.dataDir ?? (await makeFolder());
  let now = Date.now();
  const clock = () => now;
  const cognito = await createCognitoApp({ clock, sendMail: () => undefined, ...options, dataDir });
  const server = await listen(new Hono().route('/cognito', cognito.app).fetch, 0);
  const endpoint = `http://127.0.0.1:${server.port}/cognito/`;
  const mails = async (): Promise<Mail[]> => {
    const { mails: listed } = (await (await fetch(`${endpoint}mail.json`)).json()) as { mails: Mail[] };
    return listed;
  };
  return {
    ...cognito,
    endpoint,
    dataDir,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    async call(operation, input, headers = {}) {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
          ...headers,
        },
        body: typeof input === 'string' ? input : JSON.stringify(input),
      });
      const errorType = response.headers.get('x-amzn-errortype');
      return { status: response.status, errorType, body: await response.json() };
    },
    mails,
    async codeFor(email) {
      const mail = (await mails()).find((one) => one.to === email);
      if (!mail) throw new Error(`No mail to ${email}`);
      return mail.code;
    },
    async close() {
      await server.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
