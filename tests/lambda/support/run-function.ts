import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { BUNDLE_HANDLER, bundleFunction, type FunctionName, HANDLERS } from '#infra/cloud/bundle.ts';
import { type RuntimeApi, startRuntimeApi } from './runtime-api.ts';
import { runtimeClient } from './runtime-client.ts';

export interface RunningFunction extends Pick<RuntimeApi, 'invoke' | 'ready'> {
  /** Everything written to the log, one entry per line. */
  log: () => string[];
  isRunning: () => boolean;
  close: () => Promise<void>;
}

/** Runs a function as the stack bundles it, called by AWS’s own client as in Lambda. */
export async function runFunction(
  name: FunctionName,
  environment: Record<string, string>,
): Promise<RunningFunction> {
  const { folder } = await bundleForLambda(name);
  const running = await startFunction(folder, environment);
  return {
    ...running,
    async close() {
      await running.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Bundles the function into a folder. `bytes` is the size that a cold start reads. */
export async function bundleForLambda(name: FunctionName): Promise<{ folder: string; bytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), `function-${name}-`));
  const bytes = await bundleFunction({ entry: HANDLERS[name], outputFolder: folder });
  return { folder, bytes };
}

/** Starts the function bundled in the folder, as a cold start in Lambda does. */
export async function startFunction(
  folder: string,
  environment: Record<string, string>,
): Promise<RunningFunction> {
  const api = await startRuntimeApi();
  const child = spawn(process.execPath, [runtimeClient(), BUNDLE_HANDLER], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...lambdaVariables(folder, api.address), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const note = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const exited = once(child, 'exit');
  return {
    invoke: api.invoke,
    ready: api.ready,
    log: () => text.split('\n').filter((line) => line !== ''),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async close() {
      child.kill('SIGKILL');
      await exited;
      await api.close();
    },
  };
}

/** The variables that Lambda sets for every function; the stack requests the JSON log format. */
const lambdaVariables = (folder: string, address: string) => ({
  AWS_LAMBDA_RUNTIME_API: address,
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  LAMBDA_TASK_ROOT: folder,
  _HANDLER: BUNDLE_HANDLER,
  AWS_LAMBDA_FUNCTION_NAME: 'function',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_LOG_GROUP_NAME: 'function',
  AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  NODE_OPTIONS: '--enable-source-maps',
});
