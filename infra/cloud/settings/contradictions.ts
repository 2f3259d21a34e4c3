import { existsSync } from 'node:fs';
import { prefixOf } from '../../site/admit.mjs';
import type { Settings } from './schema.ts';

/** How to change a pool that the stack does not own: `aws cognito-idp update-user-pool` resets every setting it is not given. */
export const CHANGE_POOL = 'change it in the Cognito console, which leaves everything else unchanged';

/** Settings that are each valid but cannot be combined. */
export function contradictions(settings: Settings): string[] {
  const { domainName, certificateArn, siteAddress, googleClientId, ssoName } = settings;
  const mailsInvitations = settings.signUp !== 'closed' && settings.existingUserPool === undefined;
  const found: string[] = [];
  if (domainName !== undefined && certificateArn === undefined)
    found.push('domainName needs certificateArn: the ARN of a certificate for it in us-east-1');
  if (certificateArn !== undefined && domainName === undefined)
    found.push('certificateArn needs domainName: the domain the certificate is for');
  if (domainName !== undefined && siteAddress !== undefined)
    found.push(
      'siteAddress must be left out when domainName is given: the site is reached through its domain',
    );
  if (googleClientId !== undefined && domainName === undefined && siteAddress === undefined)
    found.push(
      'googleClientId needs domainName, or siteAddress: deploy once without Google and use the SiteAddress it prints',
    );
  if (ssoName !== undefined && domainName === undefined && siteAddress === undefined)
    found.push(
      'ssoName needs domainName, or siteAddress: deploy once without it and use the SiteAddress it prints',
    );
  if (siteAddress !== undefined && googleClientId === undefined && ssoName === undefined && !mailsInvitations)
    found.push(
      'siteAddress must be left out with signUp=closed or existingUserPool unless googleClientId or ssoName is given: nothing else needs it',
    );
  return [
    ...found,
    ...networkContradictions(settings),
    ...providerContradictions(settings),
    ...ssoContradictions(settings),
    ...poolContradictions(settings),
  ];
}

/** AWS WAF accepts a network only by its first address. */
const networkContradictions = ({ allowedAddresses }: Settings): string[] =>
  allowedAddresses.flatMap((network) => {
    const [address = ''] = network.split('/');
    const rest = prefixOf(`${address}/128`).slice(prefixOf(network).length);
    return rest.includes('1')
      ? [`allowedAddresses must name a network by its first address: ${network} is an address inside one`]
      : [];
  });

/** At most one provider besides Google is allowed, and its settings must be complete. */
function ssoContradictions(settings: Settings): string[] {
  const { ssoName, samlMetadata, oidcIssuer } = settings;
  const found: string[] = [];
  if (samlMetadata !== undefined && oidcIssuer !== undefined)
    found.push(
      'samlMetadata and oidcIssuer cannot be combined: only one provider besides Google is supported',
    );
  if (ssoName !== undefined && samlMetadata === undefined && oidcIssuer === undefined)
    found.push('ssoName needs samlMetadata or oidcIssuer: the address of the provider');
  const given = (
    [
      'samlMetadata',
      'oidcIssuer',
      'ssoEmailAttribute',
      'ssoEmailVerifiedAttribute',
      'ssoNameAttribute',
      'ssoIdAttribute',
    ] as const
  ).filter((name) => settings[name] !== undefined);
  if (ssoName === undefined && given.length > 0)
    found.push(`${given.join(' and ')} needs ssoName: the name on the provider's button`);
  if (samlMetadata !== undefined && !samlMetadata.startsWith('https:') && !existsSync(samlMetadata))
    found.push(`samlMetadata must be an existing file or an https address: ${samlMetadata} does not exist`);
  return [...found, ...oidcContradictions(settings)];
}

function oidcContradictions(settings: Settings): string[] {
  const { region, oidcIssuer, oidcClientId, oidcClientSecretArn, ssoIdAttribute } = settings;
  const found: string[] = [];
  if (oidcIssuer !== undefined && ssoIdAttribute !== undefined)
    found.push(
      'ssoIdAttribute must be left out with oidcIssuer: with OIDC, the id is always the sub of the token',
    );
  if (oidcIssuer !== undefined && (oidcClientId === undefined || oidcClientSecretArn === undefined))
    found.push(
      'oidcIssuer needs oidcClientId and oidcClientSecretArn, which the provider issued for this application',
    );
  if (oidcIssuer === undefined && (oidcClientId ?? oidcClientSecretArn) !== undefined)
    found.push('oidcClientId and oidcClientSecretArn need oidcIssuer: the address of their provider');
  if (oidcClientSecretArn !== undefined && oidcClientSecretArn.split(':')[3] !== region)
    found.push(
      `oidcClientSecretArn must be a secret in the stage's region ${region}, where CloudFormation reads it`,
    );
  return found;
}

/** The simulated search provider is SerpApi, at an address that only the deployment knows. */
function providerContradictions(settings: Settings): string[] {
  if (settings.providers !== 'simulated') return [];
  const addresses = ['openaiBaseUrl', 'serpapiBaseUrl', 'searchBaseUrl', 'profileBaseUrl'] as const;
  const found = addresses
    .filter((name) => settings[name] !== undefined)
    .map((name) => `${name} must be left out when providers is simulated: no real provider is called`);
  if (settings.searchProvider !== undefined && settings.searchProvider !== 'serpapi')
    found.push(
      `searchProvider must be left out when providers is simulated: ${settings.searchProvider} is not simulated`,
    );
  return found;
}

function poolContradictions({ existingUserPool, region, mailSender }: Settings): string[] {
  if (existingUserPool === undefined) return [];
  const found: string[] = [];
  if (!existingUserPool.startsWith(`${region}_`))
    found.push(
      `existingUserPool must be a user pool in the stage's region, so its id begins with ${region}_ (it is "${existingUserPool}")`,
    );
  if (mailSender !== undefined)
    found.push(
      `mailSender must be left out when existingUserPool is given: that pool keeps its own sender (${CHANGE_POOL})`,
    );
  return found;
}
