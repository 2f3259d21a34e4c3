import { delimiter } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { examineStage } from '#infra/cloud/scripts/doctor.ts';
import { DEFAULT_QUALIFIER, readSettings } from '#infra/cloud/settings/read-settings.ts';
import {
  commandLineOf,
  denied,
  Failure,
  READY,
  serveAccount,
  WHOLE,
} from '#tests/infra/cloud/support/fake-account.ts';
import { runScript } from '#tests/infra/cloud/support/project.ts';
import { awsTools } from './support/aws-tools.ts';

/** Uses the real AWS command line, over AWS’s own protocols. */
describe('npm run doctor through the AWS command line', () => {
  const doctor = (url: string, settings: Record<string, string>) =>
    runScript('infra/cloud/scripts/doctor.ts', {
      args: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      environment: {
        PATH: [awsTools(), process.env['PATH']].join(delimiter),
        HOME: '/nowhere',
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_ENDPOINT_URL: url,
        AWS_MAX_ATTEMPTS: '1',
      },
    });

  it('reports the same findings as in process, calls each service in its region and only reads', async () => {
    const account = {
      ...READY,
      'acm DescribeCertificate': () => denied('acm:DescribeCertificate'),
      'cloudfront ListDistributions': () => new Failure('AccessDenied', 'Access Denied'),
      'ssm GetParameter': (region: string) =>
        region === 'us-east-1' ? new Failure('ParameterNotFound') : { Parameter: { Value: '28' } },
    };
    const server = await serveAccount(account);
    const { code, stdout, stderr } = await doctor(server.url, WHOLE);
    await server.close();
    expect(stderr).toBe('');
    const inProcess = await examineStage({
      settings: readSettings(WHOLE),
      aws: commandLineOf(account),
      qualifier: DEFAULT_QUALIFIER,
    });
    expect(stdout.match(/^[✓!✗] .+$/gm)).toEqual(
      inProcess.map(({ name, mark, found: said }) => `${mark} ${name.padEnd(24)}  ${said}`),
    );
    expect(code).toBe(1);
    expect(stdout).toContain('→ npx cdk bootstrap aws://111122223333/us-east-1');
    const operations = server.asked.map((asked) => asked.split(' ')[1]);
    expect(operations.filter((operation) => !/^(Get|List|Describe|Simulate)/.test(operation ?? ''))).toEqual(
      [],
    );
    expect(server.asked).toEqual(
      expect.arrayContaining([
        'acm DescribeCertificate in us-east-1',
        'lambda GetAccountSettings in eu-west-1',
        'sesv2 GetEmailIdentity in eu-west-1',
        'ssm GetParameter in us-east-1',
      ]),
    );
  });
});
