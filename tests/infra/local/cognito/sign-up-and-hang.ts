import { createCognitoApp } from '#infra/local/cognito/app.ts';

/** A process to be killed: signs somebody up many times over, says when the last was answered, and goes on writing. */
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
for (let person = 0; ; person++) await signUp(`more-${person}@example.com`);
