import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { printMail } from '#infra/local/cognito/codes.ts';
import { type RunningCognito, startCognito } from './start.ts';

const sendMail = vi.fn();
let cognito: RunningCognito;
beforeAll(async () => {
  cognito = await startCognito({ sendMail, makeCode: () => '012345' });
});
afterAll(() => cognito.close());

const signUp = (Username: string) =>
  cognito.call('SignUp', { ClientId: cognito.clientId, Username, Password: '123456' });

describe('mails', () => {
  it('are each sent once, and the latest fifty are kept, newest first', async () => {
    for (let person = 1; person <= 51; person++) await signUp(`reader-${person}@example.com`);
    const mails = await cognito.mails();
    expect(mails.map(({ to }) => to)).toEqual(
      Array.from({ length: 50 }, (_, index) => `reader-${51 - index}@example.com`),
    );
    expect(sendMail).toHaveBeenCalledTimes(51);
    expect(sendMail).toHaveBeenLastCalledWith(mails[0]);
    expect(mails[0]).toMatchObject({
      subject: 'Your Expertscope verification code',
      body: 'Your confirmation code is 012345. It is valid for 24 hours.',
      code: '012345',
    });
  });

  it('are listed on a page without scripts or external resources, with user input escaped', async () => {
    await signUp("o'neil&co@example.com");
    const response = await fetch(`${cognito.endpoint}mail`);
    const page = await response.text();
    expect(page).toContain('Local mail – simulated');
    expect(page).toContain('012345');
    expect(page).toContain('o&#39;neil&amp;co@example.com');
    expect(page).not.toMatch(/<script|https?:\/\/|onclick/);
    expect(response.headers.get('refresh')).toBe('3');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  it('are printed to the terminal on one line', () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    printMail({
      id: '1',
      sentAt: '2026-11-21T09:00:00.000Z',
      to: 'ada@example.com',
      subject: 'Your code',
      body: 'It is 012345.',
      code: '012345',
    });
    expect(info).toHaveBeenCalledExactlyOnceWith(
      'Local mail (simulated) to ada@example.com: Your code. It is 012345.',
    );
    info.mockRestore();
  });
});
