import { Annotations, CfnResource, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { PasswordPolicy } from '#shared/site-config.ts';
import { CHANGE_POOL } from '../settings/contradictions.ts';
import { siteOf } from '../settings/names.ts';
import { PASSWORD_POLICIES, type Settings } from '../settings/schema.ts';
import { EventFunction } from './event-function.ts';

interface UserPoolProps {
  settings: Settings;
  /** The code of the pre-sign-up trigger. */
  code: lambda.Code;
}

/** The id of the function that decides on sign-ups, below the scope of its user pool. */
const TRIGGER_ID = 'Linker';

/** The log of the function that decides on sign-ups; undefined if the stack has none. */
export function signUpLogOf(scope: Construct): logs.ILogGroup | undefined {
  const trigger = scope.node.tryFindChild(TRIGGER_ID);
  return trigger instanceof EventFunction ? trigger.logGroup : undefined;
}

/** The user pool with the accounts: the stack's own or an existing one. */
export const userPoolOf = (scope: Construct, props: UserPoolProps): cognito.IUserPool =>
  props.settings.existingUserPool === undefined
    ? createUserPool(scope, props)
    : findUserPool(scope, props.settings.existingUserPool, props.settings);

/** An existing pool is not changed; the settings only tell the page what it does. */
function findUserPool(scope: Construct, id: string, settings: Settings): cognito.IUserPool {
  const { passwords, signUp, allowedEmailDomains, totp, googleClientId, ssoName } = settings;
  const unenforced = [
    ...(signUp === 'open' ? [] : [`signUp=${signUp}`]),
    ...(allowedEmailDomains.length === 0 ? [] : ['allowedEmailDomains']),
    ...(totp === 'off' ? [] : ['totp=on']),
  ];
  if (unenforced.length > 0)
    Annotations.of(scope).addWarningV2(
      'Expertscope:poolUnchanged',
      `${unenforced.join(', ')} only tell the page what ${id} does: an existing user pool is not changed (${CHANGE_POOL}), so make sure that it does.`,
    );
  if (passwords !== 'specified')
    Annotations.of(scope).addInfo(
      `passwords=${passwords} only tells the page what ${id} requires: an existing user pool is not changed (${CHANGE_POOL}).`,
    );
  if (googleClientId !== undefined || ssoName !== undefined)
    Annotations.of(scope).addInfo(
      `${id} keeps its own triggers: without the one that this stack gives its own pools, a provider and a password make two accounts for one address.`,
    );
  return cognito.UserPool.fromUserPoolId(scope, 'Users', id);
}

function createUserPool(scope: Construct, { settings, code }: UserPoolProps): cognito.UserPool {
  const { passwords, mailSender, retain, signUp, totp } = settings;
  const userPool = new cognito.UserPool(scope, 'Users', {
    selfSignUpEnabled: signUp === 'open',
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    keepOriginal: { email: true },
    accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
    passwordPolicy: toUserPoolPolicy(PASSWORD_POLICIES[passwords]),
    featurePlan: cognito.FeaturePlan.ESSENTIALS,
    userVerification: {
      emailSubject: `Your ${PRODUCT_NAME} code`,
      emailBody: `Your ${PRODUCT_NAME} code is {####}.`,
    },
    ...(signUp !== 'closed' && { userInvitation: invitation(settings) }),
    // Stated even when off: if the template merely omitted it, a pool that once had it could keep it.
    mfa: totp === 'on' ? cognito.Mfa.OPTIONAL : cognito.Mfa.OFF,
    ...(totp === 'on' && { mfaSecondFactor: { otp: true, sms: false } }),
    email:
      mailSender === undefined
        ? cognito.UserPoolEmail.withCognito()
        : sendFrom(mailSender, Stack.of(scope).region),
    deletionProtection: retain,
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  if (needsTrigger(settings)) decideSignUps(scope, userPool, { settings, code });
  acknowledgeUserPool(userPool, settings);
  return userPool;
}

/** The pre-sign-up trigger decides who may sign up, and keeps each address to one account (functions/sign-up). */
function decideSignUps(
  scope: Construct,
  userPool: cognito.UserPool,
  { settings, code }: UserPoolProps,
): void {
  const linker = new EventFunction(scope, TRIGGER_ID, {
    code,
    settings,
    description:
      'Decides who may have an account, and links a password and a provider with the same address to one account',
    environment: {
      SIGN_UP: settings.signUp,
      ...(settings.allowedEmailDomains.length > 0 && {
        ALLOWED_EMAIL_DOMAINS: settings.allowedEmailDomains.join(','),
      }),
    },
    // Cognito waits no longer than this for a trigger.
    timeout: Duration.seconds(5),
  });
  userPool.addTrigger(cognito.UserPoolOperation.PRE_SIGN_UP, linker.lambda);
  // Separate from the role's own policy: the function needs the role before the pool exists, and the pool refers to the function.
  new iam.Policy(linker, 'Linking', {
    roles: [linker.role],
    statements: [
      new iam.PolicyStatement({
        actions: [
          'cognito-idp:ListUsers',
          'cognito-idp:AdminGetUser',
          'cognito-idp:AdminLinkProviderForUser',
          'cognito-idp:AdminDeleteUser',
        ],
        resources: [userPool.userPoolArn],
      }),
    ],
  });
  // A retained pool keeps calling the function; without it nobody could sign up.
  const parts = settings.retain ? [...linker.node.findAll(), ...userPool.node.findAll()] : [];
  for (const child of parts)
    if (CfnResource.isCfnResource(child)) child.applyRemovalPolicy(RemovalPolicy.RETAIN);
}

/** Whether sign-ups need a decision that Cognito does not make by itself. */
const needsTrigger = ({ googleClientId, ssoName, signUp, allowedEmailDomains }: Settings): boolean =>
  googleClientId !== undefined ||
  ssoName !== undefined ||
  signUp !== 'open' ||
  allowedEmailDomains.length > 0;

function sendFrom(mailSender: string, sesRegion: string): cognito.UserPoolEmail {
  const domain = mailSender.split('@')[1] ?? '';
  return cognito.UserPoolEmail.withSES({
    fromEmail: mailSender,
    fromName: PRODUCT_NAME,
    sesRegion,
    sesVerifiedDomain: domain,
  });
}

/** The invitation an administrator sends; Cognito fills in the address and the temporary password. */
function invitation(settings: Settings): cognito.UserInvitationConfig {
  const site = siteOf(settings);
  return {
    emailSubject: `Your invitation to ${PRODUCT_NAME}`,
    emailBody: `You are invited to ${PRODUCT_NAME}${
      site === undefined ? '' : ` at ${site}`
    }. Sign in as {username} with the temporary password {####} within seven days, and choose a password of your own.`,
  };
}

const toUserPoolPolicy = (policy: PasswordPolicy): cognito.PasswordPolicy => ({
  minLength: policy.minimumLength,
  requireLowercase: policy.lowercase,
  requireUppercase: policy.uppercase,
  requireDigits: policy.digits,
  requireSymbols: policy.symbols,
});

function acknowledgeUserPool(
  userPool: cognito.UserPool,
  { passwords, accountsFirewall }: Pick<Settings, 'passwords' | 'accountsFirewall'>,
): void {
  const guessing = `Cognito locks an account for increasing periods after five wrong passwords${
    accountsFirewall ? ', and the firewall in front of the pool limits the rate of each address' : ''
  }.`;
  Validations.of(userPool).acknowledge(
    {
      id: 'AwsSolutions-COG2',
      reason:
        'The specified sign-in is by email and password or Google; an account contains only its own searches.',
    },
    {
      id: 'AwsSolutions-COG8',
      reason: `Threat protection needs the Plus plan, priced per user. ${guessing}`,
    },
  );
  if (passwords === 'specified')
    Validations.of(userPool).acknowledge({
      id: 'AwsSolutions-COG1',
      reason:
        'The product specification is six characters; the setting passwords=strong requires twelve of four kinds.',
    });
}
