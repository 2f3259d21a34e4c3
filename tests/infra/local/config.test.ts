import { describe, expect, it } from 'vitest';
import { ConfigError } from '#functions/environment.ts';
import { readDataDir, readLocalConfig } from '#infra/local/config.ts';

describe('the local stack’s configuration', () => {
  it('has the documented defaults, beside those of the functions', () => {
    expect(readLocalConfig({})).toMatchObject({
      port: 3000,
      dataDir: '.local',
      access: { signUp: { mode: 'open', emailDomains: [] }, networks: [], totp: false },
      simulatedLatency: 'none',
      pacing: 'steps',
      providers: { mode: 'simulated' },
    });
  });

  it('restricts access only as configured, and names every bad access rule', () => {
    const rules = {
      SIGN_UP: 'invited',
      ALLOWED_EMAIL_DOMAINS: 'Example.com example.org',
      ALLOWED_ADDRESSES: '127.0.0.1,2001:db8::/32',
      ORGANISATION_NAME: 'Example Corp',
      TOTP: 'on',
    };
    expect(readLocalConfig(rules).access).toEqual({
      signUp: { mode: 'invited', emailDomains: ['example.com', 'example.org'] },
      networks: ['127.0.0.1/32', '2001:db8::/32'],
      organisation: 'Example Corp',
      totp: true,
    });
    const bad = () => readLocalConfig({ SIGN_UP: 'any', ALLOWED_ADDRESSES: '10.0.0.0/40' });
    expect(bad).toThrow('SIGN_UP must be one of open, invited, closed');
    expect(bad).toThrow('must contain addresses or networks such as 203.0.113.7');
    expect(() => readLocalConfig({ ALLOWED_EMAIL_DOMAINS: 'a@b.example' })).toThrow(
      'must contain bare domains',
    );
  });

  it('accepts a single address with the length of its whole address as its prefix, and no longer one', () => {
    const networks = ['127.0.0.1/32', '2001:db8::1/128'];
    expect(readLocalConfig({ ALLOWED_ADDRESSES: networks.join(',') }).access.networks).toEqual(networks);
    for (const network of ['127.0.0.1/33', '2001:db8::1/129', '10.0.0.0/8/8'])
      expect(() => readLocalConfig({ ALLOWED_ADDRESSES: network })).toThrow(
        'must contain addresses or networks',
      );
  });

  it('names every bad variable at once, also those of the functions', () => {
    const read = () => readLocalConfig({ PORT: 'http', TOTP: 'yes', PACING: 'slow', PROVIDERS: 'replay' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT must be a whole number from 0 to 65535/);
    expect(read).toThrow(/TOTP must be one of on, off/);
    expect(read).toThrow(/PACING must be one of steps, off/);
    expect(read).toThrow(/RECORDING must name the folder of recordings/);
  });

  it('finds the data whatever else is set', () => {
    expect(readDataDir({})).toBe('.local');
    expect(readDataDir({ DATA_DIR: '/data', PORT: 'http', PROVIDERS: 'replay' })).toBe('/data');
  });
});
