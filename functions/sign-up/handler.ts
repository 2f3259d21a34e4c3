import process from 'node:process';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { readSignUpPolicy, type SignUpPolicy } from '#functions/environment.ts';
import { logFailure } from '#functions/log.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { ORGANISATION, PROVIDER_ID } from '#shared/site-config.ts';
import { refusalOf } from './policy.ts';

/** The providers' names in the pool, which prefix the names of their users: `google_<id>`, sometimes capitalised. */
const PROVIDERS: readonly string[] = ['Google', ORGANISATION];

/** Cognito's event about a user it is about to add to the pool, as far as it is read here. */
const SignUpEvent = v.looseObject({
  triggerSource: v.string(),
  userPoolId: v.string(),
  userName: v.string(),
  request: v.looseObject({ userAttributes: v.record(v.string(), v.string()) }),
});
type SignUpEvent = v.InferOutput<typeof SignUpEvent>;

const client = new cognito.CognitoIdentityProviderClient();

/**
 * Cognito's pre-sign-up trigger. It decides who may have an account, and allows one account per email address, whether people sign in
 * with a password or through a provider (Google, or the deployment's own).
 *
 * - A provider vouches for the address, which has a password account: the provider becomes a second way to sign in to it.
 * - A provider vouches for the address, whose password account was never confirmed: that one is empty and proves nothing, so it is deleted.
 * - A password or an invitation for an address with a provider account: refused, since the address has not been proven yet.
 * - A new account that the policy does not allow: refused.
 *
 * The handler returns the event, as Cognito requires, or throws a SignUpRefused, whose message the browser receives as a
 * UserLambdaValidationException. Lambda logs a thrown error with all its properties, and other errors may quote somebody's address, so
 * those are logged only as {@link logFailure} describes them.
 */
export const signUpTrigger = (policy: SignUpPolicy) =>
  async function preSignUp(event: unknown): Promise<unknown> {
    try {
      const signUp = v.parse(SignUpEvent, event);
      const { triggerSource } = signUp;
      if (triggerSource === 'PreSignUp_ExternalProvider') await handleProviderSignUp(signUp, policy);
      if (triggerSource === 'PreSignUp_SignUp') await checkPasswordSignUp(signUp, policy, 'password');
      if (triggerSource === 'PreSignUp_AdminCreateUser')
        await checkPasswordSignUp(signUp, policy, 'invitation');
      return event;
    } catch (error) {
      if (error instanceof SignUpRefused) throw error;
      logFailure('looking up accounts with the same address failed', error);
      throw new SignUpRefused(AUTH_ERRORS['sign-up-unchecked']);
    }
  };

class SignUpRefused extends Error {
  override readonly name = 'SignUpRefused';
}

export const handler = signUpTrigger(readSignUpPolicy(process.env));

async function handleProviderSignUp(
  { userPoolId, userName, request: { userAttributes } }: SignUpEvent,
  policy: SignUpPolicy,
): Promise<void> {
  const [prefix = '', name = ''] = userName.split(/_(.*)/s);
  const provider = PROVIDERS.find((name) => name.toLowerCase() === prefix.toLowerCase());
  const { email = '', email_verified: verified } = userAttributes;
  // Linking relies on the provider having verified the address; otherwise these may be two different people.
  const isProven = provider !== undefined && email !== '' && verified === 'true';
  const own = isProven ? await findPasswordAccount(userPoolId, email) : undefined;
  if (own?.Username !== undefined && own.UserStatus !== 'UNCONFIRMED' && isVerified(own.UserAttributes)) {
    await client.send(
      new cognito.AdminLinkProviderForUserCommand({
        UserPoolId: userPoolId,
        DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: own.Username },
        SourceUser: {
          ProviderName: provider,
          ProviderAttributeName: 'Cognito_Subject',
          ProviderAttributeValue: providerIdOf(name, userAttributes),
        },
      }),
    );
    return;
  }
  throwIfRefused(refusalOf(policy, { by: 'provider', email, isProven }));
  if (own?.UserStatus === 'UNCONFIRMED')
    await client.send(new cognito.AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: own.Username }));
}

/**
 * A user's id at their provider, in its exact spelling: Cognito accepts a link with another one, and then rejects every sign-in
 * ("Invalid ProviderName/Username combination"). Cognito lower-cases the id in the pool's user name, so the attribute is used if the
 * provider fills it (a SAML provider, whose settings say with what). Google's ids are digits.
 */
function providerIdOf(name: string, { [PROVIDER_ID]: id }: Record<string, string>): string {
  return id?.toLowerCase() === name.toLowerCase() ? id : name;
}

async function checkPasswordSignUp(
  { userPoolId, userName, request: { userAttributes } }: SignUpEvent,
  policy: SignUpPolicy,
  by: 'password' | 'invitation',
): Promise<void> {
  const email = userAttributes['email'] ?? userName;
  throwIfRefused(refusalOf(policy, { by, email, isProven: false }));
  const found = await findUsersByEmail(userPoolId, email);
  if (found.some((user) => isExternal(user) && isVerified(user.Attributes)))
    throw new SignUpRefused('An account with the given email already exists.');
}

function throwIfRefused(sentence: string | undefined): void {
  if (sentence !== undefined) throw new SignUpRefused(sentence);
}

/** The account that signs in with this address and a password. The pool ignores case here, unlike in a filter. */
async function findPasswordAccount(UserPoolId: string, Username: string) {
  try {
    const user = await client.send(new cognito.AdminGetUserCommand({ UserPoolId, Username }));
    return isExternal(user) ? undefined : user;
  } catch (error) {
    if (error instanceof cognito.UserNotFoundException) return undefined;
    throw error;
  }
}

/** All users in the pool with this address, as written or in lower case. */
async function findUsersByEmail(userPoolId: string, email: string): Promise<cognito.UserType[]> {
  // The filter is case-sensitive, and most addresses are stored in lower case.
  const spellings = [...new Set([email, email.toLowerCase()])];
  const answers = await Promise.all(
    spellings.map((spelling) =>
      client.send(
        new cognito.ListUsersCommand({
          UserPoolId: userPoolId,
          Filter: `email = "${escapeFilterValue(spelling)}"`,
        }),
      ),
    ),
  );
  return answers.flatMap(({ Users }) => Users ?? []);
}

/** Escapes a filter's quoted value: an address may contain quotation marks. */
const escapeFilterValue = (text: string): string => text.replace(/["\\]/g, '\\$&');

const isExternal = ({ UserStatus }: Pick<cognito.UserType, 'UserStatus'>): boolean =>
  UserStatus === 'EXTERNAL_PROVIDER';

const isVerified = (attributes: cognito.AttributeType[] = []): boolean =>
  attributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true');
