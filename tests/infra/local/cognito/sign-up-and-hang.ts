import { createCognitoApp } from '#infra/local/cognito/app.ts';

/** A process for a test to kill: it reports the first sign-up once it is answered, and then signs more people up. */
const [, , dataDir = ''] = process.argv;
const cognito = await createCognitoApp({ dataDir, sendMail: () => undefined });
const signUp = async (Username: string): Promise<void> => {
  await cognito.app.request('http://localhost/', {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' },
    body: JSON.stringify({ ClientId: cognito.clientId, Username, Password: '123456' }),
  });
};
await signUp('last@example.com');
console.info('answered');
// Fewer than the mailbox keeps, so that the first person's mail is in it however late the process is killed.
for (let person = 0; person < 40; person += 1) await signUp(`more-${person}@example.com`);
setInterval(() => undefined, 60_000);
