import * as v from 'valibot';
import { count } from '../../../command.ts';
import { find } from '../../aws.ts';
import { EDGE_REGION } from '../../settings/regions.ts';
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

/** The site itself always rejects other addresses, but browsers call the user pool directly. */
export function checkAddresses({ settings }: Examined): Finding {
  const { allowedAddresses, accountsFirewall, existingUserPool } = settings;
  const networks = count(allowedAddresses.length, 'network');
  if (accountsFirewall) return good(`site and ${existingUserPool ?? 'user pool'} accept only ${networks}`);
  return doubtful(
    `the site accepts only ${networks}, but accounts can be created and signed in to from anywhere`,
    'accountsFirewall=true also blocks other addresses in front of the user pool',
  );
}
