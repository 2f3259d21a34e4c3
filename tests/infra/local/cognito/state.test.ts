import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '@aws-amplify/auth/cognito';
import { fetchAuthSession } from '@aws-amplify/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeAccount, makeSignedIn, openBrowser } from './amplify.ts';
import { makeFolder, startCognito } from './start.ts';

const start: typeof startCognito = async (options) => {
  const cognito = await startCognito(options);
  onTestFinished(cognito.close);
  return cognito;
};

async function makeOwnFolder(): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('the data folder', () => {
  it('keeps accounts, sessions, keys, ids and mails across a restart', async () => {
    const before = await start({ allowPasswordAuth: true });
    const browser = openBrowser({ cognito: before });
    const { email: username, password } = await makeSignedIn(before);
    const mails = await before.mails();
    const after = await start({ dataDir: before.dataDir });
    expect(after.jwks).toEqual(before.jwks);
    expect(after.clientId).toBe(before.clientId);
    expect(await after.mails()).toEqual(mails);
    browser.visit({ cognito: after });
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
    openBrowser({ cognito: after });
    expect((await signIn({ username, password })).isSignedIn).toBe(true);
  });

  it('contains no passwords and is readable only by its owner', async () => {
    const cognito = await start();
    openBrowser({ cognito });
    await makeAccount(cognito);
    const files = await readdir(cognito.dataDir);
    expect(files.toSorted()).toEqual(['cognito-keys.json', 'cognito.json']);
    for (const file of files) {
      expect((await stat(join(cognito.dataDir, file))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(cognito.dataDir, file), 'utf8')).not.toContain('correct horse');
    }
  });

  it('gets its own keys and app client', async () => {
    const [one, other] = [await start(), await start()];
    expect(one.jwks.keys[0]?.n).not.toBe(other.jwks.keys[0]?.n);
    expect(one.clientId).toMatch(/^[a-z0-9]{26}$/);
    expect(one.clientId).not.toBe(other.clientId);
    expect(JSON.stringify(one.jwks)).not.toMatch(/"d"|"p"|"q"/);
  });

  it.each(['{"version":1,"users":[', '{"version":2}', ''])(
    'has unreadable files set aside with a warning: %j',
    async (text) => {
      const dataDir = await makeOwnFolder();
      await writeFile(join(dataDir, 'cognito.json'), text);
      await writeFile(join(dataDir, 'cognito-keys.json'), text);
      const warn = vi.spyOn(console, 'warn').mockReset().mockReturnValue();
      const cognito = await start({ dataDir, clock: () => 7 });
      await cognito.call('SignUp', {
        ClientId: cognito.clientId,
        Username: 'a@example.com',
        Password: '123456',
      });
      const aside = join(dataDir, 'cognito.json.unreadable-7');
      expect(await readFile(aside, 'utf8')).toBe(text);
      expect(warn).toHaveBeenCalledTimes(2);
      expect(warn).toHaveBeenCalledWith(
        `${join(dataDir, 'cognito.json')} could not be read, so it was set aside as ${aside}. ` +
          'The local Cognito starts without accounts: sign up again.',
      );
      expect(JSON.parse(await readFile(join(dataDir, 'cognito.json'), 'utf8'))).toMatchObject({
        users: [{ email: 'a@example.com' }],
      });
    },
  );

  it('contains everything that was answered, even if the process is killed', async () => {
    const dataDir = await makeOwnFolder();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'sign-up-and-hang.ts'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(line.toString()).toBe('answered\n');
    const cognito = await start({ dataDir });
    expect(await cognito.codeFor('last@example.com')).toMatch(/^\d{6}$/);
    const again = { ClientId: cognito.clientId, Username: 'last@example.com', Password: '123456' };
    expect((await cognito.call('SignUp', again)).errorType).toBe('UsernameExistsException');
  });
});
