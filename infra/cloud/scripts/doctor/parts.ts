import * as v from 'valibot';
import { googleSecretName, providerKeysSecretName } from '../../settings/names.ts';
import { isProduction } from '../../settings/read-settings.ts';
import { EDGE_REGION, type Settings } from '../../settings/schema.ts';
import { find } from '../aws.ts';
import { bad, doubtful, type Examined, type Finding, good } from './examine.ts';

const Certificate = v.object({
  Certificate: v.object({
    Status: v.string(),
    DomainName: v.string(),
    SubjectAlternativeNames: v.optional(v.array(v.string()), []),
  }),
});

export async function checkCertificate({ settings, aws }: Examined): Promise<Finding> {
  const { domainName = '', certificateArn = '' } = settings;
  const command = ['acm', 'describe-certificate', '--certificate-arn', certificateArn];
  const answer = await find(aws(EDGE_REGION), command, Certificate);
  if (answer === undefined)
    return bad('this certificate does not exist', `Request one in ${EDGE_REGION} (ACM)`);
  const { Status, DomainName, SubjectAlternativeNames } = answer.Certificate;
  const names = [...new Set([DomainName, ...SubjectAlternativeNames])];
  if (!names.some((name) => covers(name, domainName)))
    return bad(`it is for ${names.join(', ')}, not ${domainName}`, `Request one for ${domainName} (ACM)`);
  if (Status === 'PENDING_VALIDATION')
    return bad('it is waiting for validation', 'Add the DNS records that ACM lists to the domain, and wait');
  if (Status !== 'ISSUED') return bad(`it is ${Status}`, `Request a new one for ${domainName} (ACM)`);
  return good(`issued for ${names.join(', ')}`);
}

/** Whether a certificate's name equals the domain, or has `*.` in place of its first label. */
const covers = (name: string, domain: string): boolean =>
  name === domain || (name.startsWith('*.') && domain.slice(domain.indexOf('.')) === name.slice(1));

const MailIdentity = v.object({ VerifiedForSendingStatus: v.optional(v.boolean(), false) });
const MailAccount = v.object({
  ProductionAccessEnabled: v.optional(v.boolean(), false),
  SendingEnabled: v.optional(v.boolean(), false),
  SendQuota: v.optional(v.object({ Max24HourSend: v.number() })),
});
export const OWN_MAILS = "Cognito's own sender: 50 mails a day in total";

export async function checkMail({ settings, aws }: Examined): Promise<Finding> {
  const { mailSender, region } = settings;
  if (mailSender === undefined)
    return doubtful(
      OWN_MAILS,
      'Enough to try things out; otherwise set mailSender, on a domain verified in SES',
    );
  const domain = mailSender.split('@')[1] ?? '';
  const command = ['sesv2', 'get-email-identity', '--email-identity', domain];
  const identity = await find(aws(region), command, MailIdentity);
  if (identity?.VerifiedForSendingStatus !== true)
    return bad(
      `${domain} is ${identity === undefined ? 'unknown to' : 'not verified in'} SES in ${region}`,
      `aws sesv2 create-email-identity --region ${region} --email-identity ${domain}, then add the DNS records it returns`,
    );
  const account = v.parse(MailAccount, await aws(region)(['sesv2', 'get-account']));
  if (!account.SendingEnabled)
    return bad(`SES has paused this account's mail in ${region}`, 'The SES console says why');
  if (!account.ProductionAccessEnabled)
    return (isProduction(settings) ? bad : doubtful)(
      `${domain} is verified, but SES is in its sandbox in ${region}: it sends only to verified addresses`,
      'Request production access in the SES console; it takes about a day',
    );
  return good(`${domain} is verified, ${account.SendQuota?.Max24HourSend ?? 'some'} mails a day`);
}

const Secret = v.object({
  VersionIdsToStages: v.optional(v.record(v.string(), v.array(v.string())), {}),
  DeletedDate: v.optional(v.unknown()),
});

/** Whether a secret has a value, without reading it; undefined while it is being deleted, which blocks a new one of the same name. */
async function hasValue({ settings, aws }: Examined, name: string): Promise<boolean | undefined> {
  const command = ['secretsmanager', 'describe-secret', '--secret-id', name];
  const secret = await find(aws(settings.region), command, Secret);
  if (secret?.DeletedDate !== undefined) return undefined;
  return Object.keys(secret?.VersionIdsToStages ?? {}).length > 0;
}

const beingDeleted = (name: string, { region }: Settings): Finding =>
  bad(
    `${name} is being deleted, so no other secret can have its name`,
    `aws secretsmanager restore-secret --region ${region} --secret-id ${name}`,
  );

export async function checkGoogleSecret(examined: Examined): Promise<Finding> {
  const name = googleSecretName(examined.settings);
  const stored = await hasValue(examined, name);
  if (stored === undefined) return beingDeleted(name, examined.settings);
  return stored ? good('stored') : bad(`${name} does not exist`, 'npm run keys -- --google');
}

export async function checkOidcSecret(examined: Examined): Promise<Finding> {
  const { oidcClientSecretArn: arn = '' } = examined.settings;
  const stored = await hasValue(examined, arn);
  if (stored === undefined) return beingDeleted(arn, examined.settings);
  if (stored) return good('stored');
  return bad(
    `${arn} does not exist`,
    'Store the client secret as plain text: see docs/deploy.md, "A provider of your own"',
  );
}

/** The site itself always rejects other addresses, but browsers call the user pool directly. */
export function checkAddresses({ settings }: Examined): Finding {
  const { allowedAddresses, accountsFirewall, existingUserPool } = settings;
  const networks = `${allowedAddresses.length} network${allowedAddresses.length === 1 ? '' : 's'}`;
  if (accountsFirewall) return good(`site and ${existingUserPool ?? 'user pool'} accept only ${networks}`);
  return doubtful(
    `the site accepts only ${networks}, but accounts can be created and signed in to from anywhere`,
    'accountsFirewall=true also blocks other addresses in front of the user pool',
  );
}

export async function checkProviderKeys(examined: Examined): Promise<Finding> {
  const name = providerKeysSecretName(examined.settings);
  const stored = await hasValue(examined, name);
  if (stored === undefined) return beingDeleted(name, examined.settings);
  if (stored) return good('stored; npm run keys -- --check tests them');
  return doubtful(
    'not stored',
    'Run npm run keys after the first deployment, or deploy with -c providers=simulated',
  );
}
