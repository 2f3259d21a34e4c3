import * as v from 'valibot';
import { ORGANISATION, type PasswordPolicy } from '#shared/site-config.ts';
import { type Aws, find, findOutputs } from '../../aws.ts';
import { CHANGE_POOL } from '../../settings/contradictions.ts';
import { stackName } from '../../settings/names.ts';
import { PASSWORD_POLICIES, type Settings } from '../../settings/schema.ts';
import { bad, type Check, doubtful, type Examined, type Finding, good } from './examine.ts';
import { OWN_MAILS } from './mail.ts';

/** The password policy as Cognito describes it. */
const DescribedPasswordPolicy = v.pipe(
  v.object({
    MinimumLength: v.optional(v.number(), 8),
    RequireLowercase: v.optional(v.boolean(), false),
    RequireUppercase: v.optional(v.boolean(), false),
    RequireNumbers: v.optional(v.boolean(), false),
    RequireSymbols: v.optional(v.boolean(), false),
  }),
  v.transform(
    (asked): PasswordPolicy => ({
      minimumLength: asked.MinimumLength,
      lowercase: asked.RequireLowercase,
      uppercase: asked.RequireUppercase,
      digits: asked.RequireNumbers,
      symbols: asked.RequireSymbols,
    }),
  ),
);

const UserPool = v.object({
  UserPool: v.object({
    UsernameAttributes: v.optional(v.array(v.string()), []),
    UserPoolTier: v.optional(v.string()),
    EmailConfiguration: v.optional(v.object({ EmailSendingAccount: v.optional(v.string()) }), {}),
    AdminCreateUserConfig: v.optional(
      v.object({ AllowAdminCreateUserOnly: v.optional(v.boolean(), false) }),
      {},
    ),
    LambdaConfig: v.optional(
      v.object({ PreSignUp: v.optional(v.string()), PreSignUpConfig: v.optional(v.unknown()) }),
      {},
    ),
    Policies: v.optional(v.object({ PasswordPolicy: v.optional(DescribedPasswordPolicy) }), {}),
    MfaConfiguration: v.optional(v.string(), 'OFF'),
  }),
});
type UserPool = v.InferOutput<typeof UserPool>['UserPool'];

const SecondFactors = v.object({
  SoftwareTokenMfaConfiguration: v.optional(v.object({ Enabled: v.optional(v.boolean(), false) }), {}),
});

export const checkUserPool =
  (id: string): Check =>
  async ({ settings, aws }) => {
    const { region, googleClientId, ssoName } = settings;
    const command = ['cognito-idp', 'describe-user-pool', '--user-pool-id', id];
    const answer = await find(aws(region), command, UserPool);
    if (answer === undefined)
      return bad(
        `there is no user pool ${id} in ${region}`,
        'Name an existing one, or leave out existingUserPool',
      );
    const { UsernameAttributes, UserPoolTier, EmailConfiguration } = answer.UserPool;
    const providers = [googleClientId && 'Google', ssoName].filter((name) => name !== undefined);
    if (!UsernameAttributes.includes('email'))
      return bad(
        `people do not sign in to ${id} with their email address`,
        'Use a pool that was created for that',
      );
    if (providers.length > 0 && UserPoolTier === 'LITE')
      return bad(
        `${id} is on the Lite plan, which has no sign-in page for ${providers.join(' and ')}`,
        `Choose the Essentials plan: ${CHANGE_POOL}`,
      );
    if (answer.UserPool.MfaConfiguration === 'ON')
      return bad(
        `${id} requires a second factor, which nobody can set up while signing in here`,
        `Make it optional: ${CHANGE_POOL}`,
      );
    const otherwise = [
      ...disagreements(settings, answer.UserPool),
      ...passwordDisagreements(settings, answer.UserPool),
      ...(await codeDisagreements(settings, answer.UserPool, { aws: aws(region), id })),
    ];
    if (otherwise.length > 0)
      return doubtful(`${id} does not match what the page will say: ${otherwise.join('; ')}`, CHANGE_POOL);
    if (EmailConfiguration.EmailSendingAccount !== 'DEVELOPER')
      return doubtful(`${id} uses ${OWN_MAILS}`, `Make it send through SES: ${CHANGE_POOL}`);
    return good(`${id}: sign-in with an email address, mail through SES`);
  };

/** What the page says about who may use the stage, but an existing pool with its own settings does not enforce. */
function disagreements(
  { signUp, allowedEmailDomains, ...settings }: Settings,
  { AdminCreateUserConfig, LambdaConfig }: UserPool,
): string[] {
  const isOpen = AdminCreateUserConfig.AllowAdminCreateUserOnly !== true;
  const isAsked = LambdaConfig.PreSignUp !== undefined || LambdaConfig.PreSignUpConfig !== undefined;
  const hasProvider = (settings.googleClientId ?? settings.ssoName) !== undefined;
  const found: string[] = [];
  if (isOpen !== (signUp === 'open'))
    found.push(`signUp=${signUp}, but ${isOpen ? 'everybody' : 'nobody'} may sign up`);
  if (!isAsked && (allowedEmailDomains.length > 0 || signUp !== 'open'))
    found.push('no pre-sign-up trigger checks who may sign up');
  if (!isAsked && hasProvider)
    found.push('no pre-sign-up trigger links a provider and a password to one account');
  return found;
}

/** If the policies differ, a password that meets the page's rules may be rejected, and the page can only repeat the same rules. */
function passwordDisagreements({ passwords }: Settings, { Policies }: UserPool): string[] {
  const asked = Policies.PasswordPolicy;
  const told = describePolicy(PASSWORD_POLICIES[passwords]);
  if (asked === undefined || describePolicy(asked) === told) return [];
  return [`passwords=${passwords} tells people ${told}, but it requires ${describePolicy(asked)}`];
}

function describePolicy({ minimumLength, ...kinds }: PasswordPolicy): string {
  const asked = (['lowercase', 'uppercase', 'digits', 'symbols'] as const).filter((kind) => kinds[kind]);
  return `${minimumLength} characters${asked.length === 0 ? '' : ` with ${asked.join(', ')}`}`;
}

/** The page accepts codes from an authenticator app, even where users cannot turn them on or off there, and no other codes. */
async function codeDisagreements(
  { totp }: Settings,
  { MfaConfiguration }: UserPool,
  { aws, id }: { aws: Aws; id: string },
): Promise<string[]> {
  if (MfaConfiguration === 'OFF') return totp === 'on' ? ['totp=on, but it does not ask for codes'] : [];
  const answer = await aws(['cognito-idp', 'get-user-pool-mfa-config', '--user-pool-id', id]);
  const hasApp = v.parse(SecondFactors, answer).SoftwareTokenMfaConfiguration.Enabled;
  if (!hasApp)
    return [`totp=${totp}, but it may ask for codes by text message or mail, which cannot be entered here`];
  if (totp === 'on') return [];
  return [
    'totp=off, but accounts may have authenticator-app codes turned on, which nobody can turn off here',
  ];
}

const Provider = v.object({ IdentityProvider: v.object({ ProviderType: v.string() }) });

/** CloudFormation creates a provider of the new type before it deletes the existing one, and both would have the same name in the pool. */
export async function checkProvider({ settings, aws }: Examined): Promise<Finding> {
  const { region, samlMetadata, ssoName = '' } = settings;
  const wanted = samlMetadata === undefined ? 'OIDC' : 'SAML';
  const pool = (await findOutputs(aws(region), stackName(settings)))?.['UserPool'];
  if (pool === undefined) return good(`${ssoName}, through ${wanted}`);
  const named = ['--user-pool-id', pool, '--provider-name', ORGANISATION];
  const command = ['cognito-idp', 'describe-identity-provider', ...named];
  const there = (await find(aws(region), command, Provider))?.IdentityProvider.ProviderType ?? wanted;
  if (there === wanted) return good(`${ssoName}, through ${wanted}`);
  return bad(
    `the stage has a provider that uses ${there}, and a deployment cannot change it to ${wanted}`,
    'Deploy once without it first: see docs/deploy.md, "A provider of your own"',
  );
}
