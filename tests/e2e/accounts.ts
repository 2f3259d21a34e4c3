import process from 'node:process';
import type { Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { send } from './page.ts';

interface LocalMail {
  to: string;
  code: string;
}

let made = 0;
// Workers share nothing else that would distinguish their people.
const WORKER = process.pid;

/** An invented person nobody has signed up before. */
export function newPerson(name = 'Ada Okonkwo'): { name: string; email: string; password: string } {
  made += 1;
  return { name, email: `person-${made}-${WORKER}@example.com`, password: 'correct horse' };
}
export type Person = ReturnType<typeof newPerson>;

/** The codes mailed to an address, latest first, from the local mailbox. */
export async function codesFor(page: Page, email: string): Promise<string[]> {
  const response = await page.request.get('/cognito/mail.json');
  const { mails }: { mails: LocalMail[] } = await response.json();
  return mails.filter(({ to }) => to === email).map(({ code }) => code);
}

/** The latest of those codes. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const [latest] = await codesFor(page, email);
  if (latest === undefined) throw new Error(`No mail to ${email}`);
  return latest;
}

/** Enters that code, once the page asks for it: an earlier code would be mailed already. */
export async function fillCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(await codeFor(page, email));
}

/** Waits until the sidebar shows the signed-in person. */
export async function signedIn(page: Page, email: string): Promise<void> {
  // On a phone the sidebar is attached but closed.
  await page.locator('aside').getByText(email).waitFor({ state: 'attached' });
}

/** Fills in and submits the sign-up form, leaving the page on the code screen. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup');
  await completeSignUp(page, person);
}

/** The same on a page that already shows the form. */
export async function completeSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** Creates an account and signs in, leaving the page on the main screen. */
export async function signUp(page: Page, person = newPerson()): Promise<Person> {
  await fillSignUp(page, person);
  await fillCode(page, person.email);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await signedIn(page, person.email);
  return person;
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await completeSignIn(page, person);
}

/** The same on a page that already shows the form. */
export async function completeSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
}

/** A call in Cognito’s protocol, as a browser makes it; administrators’ calls are signed. */
async function callCognito(stack: LocalStack, operation: string, input: object): Promise<unknown> {
  const response = await fetch(`${stack.url}/cognito/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      ...(operation.startsWith('Admin') && { authorization: 'AWS4-HMAC-SHA256 Credential=local' }),
    },
    body: JSON.stringify({ ClientId: stack.cognito.clientId, ...input }),
  });
  if (!response.ok) throw new Error(`${operation}: ${await response.text()}`);
  return response.json();
}

/** Invites a person as an administrator; the temporary password is mailed. */
export async function invite(stack: LocalStack, email: string): Promise<void> {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const { userPoolId: UserPoolId } = stack.cognito;
  await callCognito(stack, 'AdminCreateUser', { UserPoolId, Username: email, UserAttributes });
}

const Mails = v.object({ mails: v.array(v.object({ to: v.string(), code: v.string() })) });
const SignedIn = v.object({
  AuthenticationResult: v.object({
    AccessToken: v.string(),
    IdToken: v.string(),
    RefreshToken: v.string(),
  }),
});

/** Creates an account for a person who has never used a browser here. */
export async function makeAccount(stack: LocalStack, person = newPerson()): Promise<Person> {
  const { email, name, password } = person;
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'name', Value: name },
  ];
  await callCognito(stack, 'SignUp', { Username: email, Password: password, UserAttributes });
  const { mails } = v.parse(Mails, await (await fetch(`${stack.url}/cognito/mail.json`)).json());
  const ConfirmationCode = mails.find(({ to }) => to === email)?.code;
  await callCognito(stack, 'ConfirmSignUp', { Username: email, ConfirmationCode });
  return person;
}

/** The tokens for a sign-in, from a stack that accepts plain passwords. */
export async function tokensOf(stack: LocalStack, { email, password }: Person) {
  const answer = await callCognito(stack, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return v.parse(SignedIn, answer).AuthenticationResult;
}

/**
 * Opens the main screen already signed in, keeping the browser’s other data, by storing what Amplify would. For tests of anything but the
 * sign-in, as the page’s own SRP takes a second.
 */
export async function arriveSignedIn(page: Page, stack: LocalStack, account?: Person): Promise<Person> {
  const person = account ?? (await makeAccount(stack));
  const { AccessToken, IdToken, RefreshToken } = await tokensOf(stack, person);
  const { username } = decodeJwt(AccessToken);
  const client = `CognitoIdentityServiceProvider.${stack.cognito.clientId}`;
  const stored = {
    [`${client}.LastAuthUser`]: `${username}`,
    [`${client}.${username}.accessToken`]: AccessToken,
    [`${client}.${username}.idToken`]: IdToken,
    [`${client}.${username}.refreshToken`]: RefreshToken,
    [`${client}.${username}.clockDrift`]: '0',
  };
  await page.goto('/favicon.svg');
  await page.evaluate((entries) => {
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  }, stored);
  await page.goto('/');
  await signedIn(page, person.email);
  return person;
}

/** Sends a request that the service rejects, as it does if the token is no longer valid. */
export async function sendRejected(page: Page, text: string): Promise<void> {
  // Shown once the page is idle.
  await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
  await page.route('**/api/searches', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthorised', message: 'No.' } } }),
  );
  await send(page, text);
}

/** Whether the page’s token has expired, or was dropped because it could not be renewed. */
export const hasExpired = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.idToken'));
    const payload = localStorage.getItem(key ?? '')?.split('.')[1];
    if (payload === undefined) return true;
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).exp * 1_000 <= Date.now();
  });
