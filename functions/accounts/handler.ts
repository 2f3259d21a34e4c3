import process from 'node:process';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { readSignUpPolicy, type SignUpPolicy } from '#functions/environment.ts';
import { logFailure } from '#functions/log.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { ORGANISATION, PROVIDER_ID } from '#shared/site-config.ts';
import { refusalOf } from './sign-up-policy.ts';

/** The providers' names in the pool, which begin the names of their users: `google_<id>`, sometimes with a capital. */
const PROVIDERS: readonly string[] = ['Google', ORGANISATION];

/** What Cognito says of somebody it is about to add to the pool, as far as it is read here. */
const Asked = v.looseObject({
  triggerSource: v.string(),
  userPoolId: v.string(),
  userName: v.string(),
  request: v.looseObject({ userAttributes: v.record(v.string(), v.string()) }),
});
type Asked = v.InferOutput<typeof Asked>;

const client = new cognito.CognitoIdentityProviderClient();

/**
 * Cognito's pre-sign-up trigger: who may have an account, and that one address has one, whether it comes by password or by a provider
 * (Google, or the deployment's own).
 *
 * - A provider that vouches for the address, and there is an account with a password: the provider becomes a second way into it.
 * - The same, and there is one that nobody has confirmed: it holds nothing and proves nothing, so it goes.
 * - A password or an invitation, and there is an account by a provider: refused, since whoever signs up has not yet proven the address.
 * - Whoever would get a new account that the policy does not allow: refused.
 *
 * The handler returns the event, as Cognito asks for it, and throws a SignUpRefused, whose sentence the browser gets as
 * UserLambdaValidationException. Lambda logs what is thrown with everything that hangs on it, so of other errors, which may quote
 * somebody's address, only what {@link logFailure} says is logged.
 */
export const signUpTrigger = (policy: SignUpPolicy) =>
  async function preSignUp(event: unknown): Promise<unknown> {
    try {
      const asked = v.parse(Asked, event);
      const { triggerSource } = asked;
      if (triggerSource === 'PreSignUp_ExternalProvider') await meetProvider(asked, policy);
      if (triggerSource === 'PreSignUp_SignUp') await meetPassword(asked, policy, 'password');
      if (triggerSource === 'PreSignUp_AdminCreateUser') await meetPassword(asked, policy, 'invitation');
      return event;
    } catch (error) {
      if (error instanceof SignUpRefused) throw error;
      logFailure('who else has an address could not be found out', error);
      throw new SignUpRefused(AUTH_ERRORS['sign-up-unchecked']);
    }
  };

class SignUpRefused extends Error {
  override readonly name = 'SignUpRefused';
}

export const handler = signUpTrigger(readSignUpPolicy(process.env));

async function meetProvider(
  { userPoolId, userName, request: { userAttributes } }: Asked,
  policy: SignUpPolicy,
): Promise<void> {
  const [prefix = '', name = ''] = userName.split(/_(.*)/s);
  const provider = PROVIDERS.find((name) => name.toLowerCase() === prefix.toLowerCase());
  const { email = '', email_verified: verified } = userAttributes;
  // Linking trusts the provider's word for the address; without it the two may be two people.
  const isProven = provider !== undefined && email !== '' && verified === 'true';
  const own = isProven ? await ownAccount(userPoolId, email) : undefined;
  if (own?.Username !== undefined && own.UserStatus !== 'UNCONFIRMED' && isVerified(own.UserAttributes)) {
    await client.send(
      new cognito.AdminLinkProviderForUserCommand({
        UserPoolId: userPoolId,
        DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: own.Username },
        SourceUser: {
          ProviderName: provider,
          ProviderAttributeName: 'Cognito_Subject',
          ProviderAttributeValue: idOf(name, userAttributes),
        },
      }),
    );
    return;
  }
  refuse(refusalOf(policy, { by: 'provider', email, isProven }));
  if (own?.UserStatus === 'UNCONFIRMED')
    await client.send(new cognito.AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: own.Username }));
}

/**
 * Somebody's id at their provider, to the letter: Cognito takes a link by another spelling, and then refuses each of their sign-ins
 * ("Invalid ProviderName/Username combination"). Of the pool's name for them it makes small letters, so that the attribute counts, where the
 * provider is one that fills it (a SAML provider, where the settings say by what). Google's ids are digits.
 */
function idOf(name: string, { [PROVIDER_ID]: id }: Record<string, string>): string {
  return id?.toLowerCase() === name.toLowerCase() ? id : name;
}

async function meetPassword(
  { userPoolId, userName, request: { userAttributes } }: Asked,
  policy: SignUpPolicy,
  by: 'password' | 'invitation',
): Promise<void> {
  const email = userAttributes['email'] ?? userName;
  refuse(refusalOf(policy, { by, email, isProven: false }));
  const found = await usersWith(userPoolId, email);
  if (found.some((user) => isExternal(user) && isVerified(user.Attributes)))
    refuse('An account with the given email already exists.');
}

function refuse(sentence: string | undefined): void {
  if (sentence !== undefined) throw new SignUpRefused(sentence);
}

/** Who signs in by the address with a password: the pool does not tell its capitals apart there, which a filter does. */
async function ownAccount(UserPoolId: string, Username: string) {
  try {
    const user = await client.send(new cognito.AdminGetUserCommand({ UserPoolId, Username }));
    return isExternal(user) ? undefined : user;
  } catch (error) {
    if (error instanceof cognito.UserNotFoundException) return undefined;
    throw error;
  }
}

/** Everybody in the pool whose address is written so, or in small letters. */
async function usersWith(userPoolId: string, email: string): Promise<cognito.UserType[]> {
  // The filter compares capitals too, and most addresses are kept in small letters.
  const spellings = [...new Set([email, email.toLowerCase()])];
  const answers = await Promise.all(
    spellings.map((spelling) =>
      client.send(
        new cognito.ListUsersCommand({ UserPoolId: userPoolId, Filter: `email = "${quoted(spelling)}"` }),
      ),
    ),
  );
  return answers.flatMap(({ Users }) => Users ?? []);
}

/** For the quotation marks of a filter: an address may hold its own. */
const quoted = (text: string): string => text.replace(/["\\]/g, '\\$&');

const isExternal = ({ UserStatus }: Pick<cognito.UserType, 'UserStatus'>): boolean =>
  UserStatus === 'EXTERNAL_PROVIDER';

const isVerified = (attributes: cognito.AttributeType[] = []): boolean =>
  attributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true');
