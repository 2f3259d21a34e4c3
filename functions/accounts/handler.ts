import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { logFailure } from '#functions/log.ts';

/** The provider's name in the pool, which begins the names of its users: `google_<id>`, sometimes with a capital. */
const GOOGLE = 'Google';

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
 * Cognito's pre-sign-up trigger: one address has one account, whether it comes by password or by Google.
 *
 * - Google, and there is an account with a password: Google becomes a second way into it.
 * - Google, and there is one that nobody has confirmed: it holds nothing and proves nothing, so it goes.
 * - A password, and there is an account by Google: refused, since whoever signs up has not yet proven the address.
 *
 * @returns the event, as Cognito asks for it.
 * @throws SignUpRefused, whose sentence the browser gets as UserLambdaValidationException. Lambda logs what is thrown with everything
 * that hangs on it, so of other errors, which may quote somebody's address, only what {@link logFailure} says is logged.
 */
export async function handler(event: unknown): Promise<unknown> {
  try {
    const asked = v.parse(Asked, event);
    const { triggerSource } = asked;
    if (triggerSource === 'PreSignUp_ExternalProvider') await meetGoogle(asked);
    if (triggerSource === 'PreSignUp_SignUp') await meetPassword(asked);
    return event;
  } catch (error) {
    if (error instanceof SignUpRefused) throw error;
    logFailure('who else has an address could not be found out', error);
    throw new SignUpRefused('Please try again in a moment.');
  }
}

class SignUpRefused extends Error {
  override readonly name = 'SignUpRefused';
}

async function meetGoogle({ userPoolId, userName, request: { userAttributes } }: Asked): Promise<void> {
  const [provider = '', id = ''] = userName.split(/_(.*)/s);
  const { email = '', email_verified: verified } = userAttributes;
  // Linking trusts Google's word for the address; without it the two may be two people.
  if (provider.toLowerCase() !== GOOGLE.toLowerCase() || email === '' || verified !== 'true') return;
  const own = (await usersWith(userPoolId, email)).find((user) => !isExternal(user));
  if (own?.Username === undefined) return;
  if (own.UserStatus === 'UNCONFIRMED')
    await client.send(new cognito.AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: own.Username }));
  else if (isVerified(own))
    await client.send(
      new cognito.AdminLinkProviderForUserCommand({
        UserPoolId: userPoolId,
        DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: own.Username },
        SourceUser: {
          ProviderName: GOOGLE,
          ProviderAttributeName: 'Cognito_Subject',
          ProviderAttributeValue: id,
        },
      }),
    );
}

async function meetPassword({ userPoolId, userName, request: { userAttributes } }: Asked): Promise<void> {
  const found = await usersWith(userPoolId, userAttributes['email'] ?? userName);
  if (found.some((user) => isExternal(user) && isVerified(user)))
    throw new SignUpRefused('An account with the given email already exists.');
}

/** Everybody in the pool with an address, however either writes it in capitals. */
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

const isExternal = ({ UserStatus }: cognito.UserType): boolean => UserStatus === 'EXTERNAL_PROVIDER';

const isVerified = ({ Attributes = [] }: cognito.UserType): boolean =>
  Attributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true');
