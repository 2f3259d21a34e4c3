import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EmbeddedDynamoDb } from '#tests/support/dynamodb.ts';
import type { StoreSetup } from './setup.ts';

/** A client that waits as long as it takes, for more callers at once than this machine serves in a client's time. */
export async function createPatientClient({
  database,
}: {
  database: () => EmbeddedDynamoDb;
}): Promise<DynamoDBDocumentClient> {
  const endpoint = await database().client.config.endpoint?.();
  if (endpoint === undefined) throw new Error('The embedded database has no address');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1', endpoint, credentials }), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** A client whose every request reaches the table twice: the first answer is lost, so that it is sent again. */
export async function createAnswerLosingClient(setup: StoreSetup): Promise<DynamoDBDocumentClient> {
  const client = await createPatientClient(setup);
  let sent = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      const answer = await next(request);
      sent += 1;
      if (sent % 2 === 1) throw Object.assign(new Error('The answer was lost'), { name: 'TimeoutError' });
      return answer;
    },
    // Within the step that sends again.
    { step: 'finalizeRequest', priority: 'low' },
  );
  return client;
}
