import type { Context } from 'hono';
import type { Cognito } from './cognito.ts';
import { CognitoException, refusal } from './exceptions.ts';
import { OPERATIONS } from './operations/index.ts';

const TARGET = /^AWSCognitoIdentityProviderService\.(\w+)$/;
const CONTENT_TYPE = 'application/x-amz-json-1.1';

async function readBody(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (cause) {
    throw refusal('bodyUnreadable', { cause });
  }
}

async function run(cognito: Cognito, context: Context): Promise<object> {
  const [, name = ''] = TARGET.exec(context.req.header('x-amz-target') ?? '') ?? [];
  const operation = OPERATIONS.get(name);
  if (!operation) throw refusal('operationUnknown');
  const input = await readBody(context);
  try {
    return await operation(cognito, input);
  } finally {
    // Refusals change the state too: they count wrong tries.
    await cognito.store.save();
  }
}

/** A failure as Amplify reads it: `x-amzn-errortype` first, then `__type`. What is not Cognito's own goes out masked. */
export function sendException(context: Context, error: unknown): Response {
  const exception = error instanceof CognitoException ? error : refusal('internal');
  const { name, message, status } = exception;
  return context.body(JSON.stringify({ __type: name, message }), status, {
    'content-type': CONTENT_TYPE,
    'x-amzn-errortype': name,
  });
}

/** Answers one call of the AWS JSON 1.1 protocol. */
export async function answerCall(cognito: Cognito, context: Context): Promise<Response> {
  context.header('cache-control', 'no-store');
  context.header('x-amzn-requestid', cognito.makeUuid());
  try {
    const output = await run(cognito, context);
    return context.body(JSON.stringify(output), 200, { 'content-type': CONTENT_TYPE });
  } catch (error) {
    if (!(error instanceof CognitoException)) console.error('local Cognito', error);
    return sendException(context, error);
  }
}
