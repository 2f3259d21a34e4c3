import { Duration } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/schema.ts';
import type { Data } from './data.ts';
import { Door } from './door.ts';
import type { Identity } from './identity.ts';

interface ChatsDoorProps {
  code: Code;
  settings: Settings;
  data: Data;
  identity: Identity;
}

/** Door 2: chats, messages and the user record. It has no way to the provider keys. */
export class ChatsDoor extends Door {
  constructor(scope: Construct, id: string, { code, settings, data, identity }: ChatsDoorProps) {
    super(scope, id, {
      code,
      settings,
      description: "Reads and writes people's own chats",
      streaming: false,
      memorySize: 512,
      timeout: Duration.seconds(15),
      environment: {
        TABLE_NAME: data.table.tableName,
        USER_POOL_ID: identity.userPool.userPoolId,
        USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
      },
    });
    data.grantChats(this.function);
  }
}
