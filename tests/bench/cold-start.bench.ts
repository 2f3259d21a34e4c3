import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { BUNDLE_FILE } from '#infra/cloud/bundle.ts';
import { bundleForLambda, startFunction } from '#tests/lambda/support/run-function.ts';
import installRuntimeClient from '#tests/lambda/support/runtime-client.ts';
import { startSecretsManager } from '#tests/lambda/support/secrets-manager.ts';
import { median, percentile } from './support/statistics.ts';

/**
 * Cold starts under AWS’s runtime client, measured from process start until the function asks for work and given as ratios to an empty
 * function (the floor set by Node and the client). The three functions take turns so that noise affects them equally.
 */
const STARTS = 30;

installRuntimeClient();
const secrets = await startSecretsManager(
  JSON.stringify({ OPENAI_API_KEY: 'a', SERPAPI_API_KEY: 'b', PROFILE_API_KEY: 'c' }),
);
const variables = {
  STAGE: 'bench',
  TABLE_NAME: 'bench',
  USER_POOL_ID: 'us-east-1_Local0001',
  USER_POOL_CLIENT_ID: 'client',
  PROVIDERS: 'live',
};
const withKeys = { PROVIDER_KEYS_SECRET: 'keys', AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint };
const functions = [
  { name: 'a function that does nothing', ...(await emptyFunction()), environment: variables },
  { name: 'chats function', ...(await bundleForLambda('chats')), environment: variables },
  {
    name: 'search function',
    ...(await bundleForLambda('search')),
    environment: { ...variables, ...withKeys },
  },
].map((each) => ({ ...each, times: [] as number[] }));

for (let start = 0; start <= STARTS; start += 1)
  for (const { folder, environment, times } of functions) {
    const begun = performance.now();
    const running = await startFunction(folder, environment);
    await running.ready;
    // The first start of each function warms the disk cache.
    if (start > 0) times.push(performance.now() - begun);
    await running.close();
  }

console.info(`${STARTS} cold starts each               bundle (kB)   median (ms)   p90 (ms)   floor = 1`);
const floor = median(functions[0]?.times ?? []);
for (const { name, folder, bytes, times } of functions) {
  const middle = median(times);
  const columns = [
    (bytes / 1_000).toFixed(0),
    middle.toFixed(0),
    percentile(times, 0.9).toFixed(0),
    (middle / floor).toFixed(2),
  ];
  const widths = [11, 13, 10, 11];
  console.info(name.padEnd(34) + columns.map((text, column) => text.padStart(widths[column] ?? 0)).join(' '));
  await rm(folder, { recursive: true });
}
await secrets.close();

async function emptyFunction() {
  const folder = await mkdtemp(join(tmpdir(), 'function-none-'));
  const source = "export const handler = async () => 'nothing';";
  await writeFile(join(folder, BUNDLE_FILE), source);
  return { folder, bytes: source.length };
}
