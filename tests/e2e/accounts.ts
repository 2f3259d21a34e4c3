import process from 'node:process';
import type { Page } from '@playwright/test';

interface LocalMail {
  to: string;
  code: string;
}

let made = 0;
// Workers share nothing else that would tell their people apart.
const WORKER = process.pid;

/** An invented person nobody has signed up before. */
export function newPerson(name = 'Ada Okonkwo'): { name: string; email: string; password: string } {
  made += 1;
  return { name, email: `person-${made}-${WORKER}@example.com`, password: 'correct horse' };
}
export type Person = ReturnType<typeof newPerson>;

/** The codes mailed to an address, the latest first, from the local mailbox. */
export async function codesFor(page: Page, email: string): Promise<string[]> {
  const response = await page.request.get('/cognito/mail.json');
  const { mails }: { mails: LocalMail[] } = await response.json();
  return mails.filter(({ to }) => to === email).map(({ code }) => code);
}

/** The latest of them. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const [latest] = await codesFor(page, email);
  if (latest === undefined) throw new Error(`No mail to ${email}`);
  return latest;
}

/** The sidebar shows who is signed in. */
export async function signedIn(page: Page, email: string): Promise<void> {
  // On a phone the sidebar is there, but closed.
  await page.locator('aside').getByText(email).waitFor({ state: 'attached' });
}

/** Makes an account by hand, up to the code: leaves the page on its screen. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup');
  await completeSignUp(page, person);
}

/** The same on a page that shows the form. */
export async function completeSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** Makes an account and signs in with it: leaves the page on the main screen. */
export async function signUp(page: Page, person = newPerson()): Promise<Person> {
  await fillSignUp(page, person);
  await page.getByLabel('Code').fill(await codeFor(page, person.email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await signedIn(page, person.email);
  return person;
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await completeSignIn(page, person);
}

/** The same on a page that shows the form. */
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

/** Ends the person's sessions everywhere, as another device can. */
export const endSessions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken'));
    const AccessToken = localStorage.getItem(key ?? '');
    const target = 'AWSCognitoIdentityProviderService.GlobalSignOut';
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
    await fetch('/cognito/', { method: 'POST', headers, body: JSON.stringify({ AccessToken }) });
  });
