import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { DYNAMODB_LOCAL } from '#tests/support/dynamodb.ts';
import { fetchOnce, requireProgram, run } from '#tests/support/fetch-once.ts';

const POM = join(import.meta.dirname, '../pom.xml');
const CHECKSUMS = join(import.meta.dirname, '../dynamodb-local.sha256');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const SERVER = 'software.amazon.dynamodb.services.local.main.ServerRunner';
const OLDEST_JAVA = 17;

/** Downloads DynamoDB Local if needed and runs it during the tests, in one process and in memory. */
export default async function setup(): Promise<() => Promise<void>> {
  requireProgram('java', {
    args: ['--version'],
    says: (output) => Number(/^\S+ (\d+)/.exec(output)?.[1]) >= OLDEST_JAVA,
    install: `Java ${OLDEST_JAVA} or newer (Debian: apt-get install -y default-jre-headless)`,
  });
  const folder = fetchOnce('dynamodb-local', [POM, CHECKSUMS], fetchServer);
  const port = await freePort();
  const server = spawn(
    'java',
    [
      `-Djava.library.path=${folder}`,
      '-classpath',
      join(folder, '*'),
      SERVER,
      '-inMemory',
      '-disableTelemetry',
      ...['-port', String(port)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  // Otherwise it would outlive an interrupted test run.
  process.once('exit', () => server.kill());
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const endpoint = `http://127.0.0.1:${port}`;
  await untilItAnswers(server, endpoint);
  process.env[DYNAMODB_LOCAL] = endpoint;
  return async () => {
    const exit = once(server, 'exit');
    server.kill();
    await exit;
  };
}

/** Uses Maven’s own client, which respects this machine’s configuration. */
function fetchServer(folder: string): void {
  requireProgram('mvn', {
    args: ['--version'],
    says: () => true,
    install: 'Maven (Debian: apt-get install -y maven)',
  });
  run('mvn', [
    ...['--batch-mode', '--quiet', '--strict-checksums', '--file', POM],
    ...[COPY, '-DincludeScope=runtime', `-DoutputDirectory=${folder}`],
  ]);
  const found = readdirSync(folder)
    .sort()
    .map((name) => `${sha256(join(folder, name))}  ${name}`);
  const wanted = readFileSync(CHECKSUMS, 'utf8').trim().split('\n');
  const strange = [
    ...found.filter((line) => !wanted.includes(line)),
    ...wanted.filter((line) => !found.includes(line)),
  ];
  if (strange.length > 0)
    throw new Error(`What Maven fetched is not what ${CHECKSUMS} names:\n${strange.join('\n')}`);
}

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Picks a port that is free now, since DynamoDB Local does not report the one it uses. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

async function untilItAnswers(server: ChildProcess, endpoint: string): Promise<void> {
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const answers = async () => {
    try {
      return (await fetch(endpoint)).status > 0;
    } catch {
      return false;
    }
  };
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error(`DynamoDB Local did not start:\n${output}`);
    await delay(100);
  }
}
