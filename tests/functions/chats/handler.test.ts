import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError, readStoreConfig } from '#functions/environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const ENVIRONMENT = {
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'expertscope',
  USER_POOL_ID: 'us-east-1_Tests0001',
  USER_POOL_CLIENT_ID: 'client',
};

describe('the chats function’s environment', () => {
  it('is read', () => {
    expect(readStoreConfig(ENVIRONMENT)).toEqual({
      region: 'us-east-1',
      tableName: 'expertscope',
      userPoolId: 'us-east-1_Tests0001',
      clientId: 'client',
    });
  });

  it('is rejected, naming every bad variable at once', () => {
    const read = () => readStoreConfig({ AWS_REGION: 'us-east-1', USER_POOL_ID: ' ' });
    expect(read).toThrow(ConfigError);
    for (const name of ['TABLE_NAME', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID']) expect(read).toThrow(name);
  });
});

describe('the Lambda entry', () => {
  it('answers a function URL request', async () => {
    for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value);
    const { handler } = await import('#functions/chats/handler.ts');
    const domainName = 'abc.lambda-url.us-east-1.on.aws';
    const http = {
      method: 'GET',
      path: '/api/chats',
      protocol: 'HTTP/1.1',
      sourceIp: '192.0.2.1',
      userAgent: 'test',
    };
    const result = await handler({
      ...{ version: '2.0', routeKey: '$default', rawPath: '/api/chats', rawQueryString: '', body: null },
      ...{ headers: { host: domainName }, isBase64Encoded: false },
      requestContext: {
        ...{ accountId: '1', apiId: 'abc', domainName, domainPrefix: 'abc', http, authentication: null },
        ...{
          authorizer: {},
          requestId: '1',
          routeKey: '$default',
          stage: '$default',
          time: '',
          timeEpoch: 0,
        },
      },
    });
    expect(result).toMatchObject({ statusCode: 401 });
    expect(result.body).toContain('unauthorised');
  });
});
