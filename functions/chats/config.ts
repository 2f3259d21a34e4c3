import * as v from 'valibot';
import { ConfigError } from '#functions/config.ts';

const filled = v.pipe(v.string(), v.trim(), v.minLength(1));

const Environment = v.object({
  AWS_REGION: filled,
  TABLE_NAME: filled,
  USER_POOL_ID: filled,
  USER_POOL_CLIENT_ID: filled,
});

/** What the chats door is given in the cloud. */
export interface ChatsConfig {
  region: string;
  tableName: string;
  userPoolId: string;
  clientId: string;
}

/** @throws ConfigError naming every bad variable and what to write instead */
export function readChatsConfig(environment: Readonly<Record<string, string | undefined>>): ChatsConfig {
  const result = v.safeParse(Environment, environment);
  if (!result.success) {
    const lines = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'} must be set`);
    throw new ConfigError(`The environment does not hold:\n  ${lines.join('\n  ')}`);
  }
  const env = result.output;
  return {
    region: env.AWS_REGION,
    tableName: env.TABLE_NAME,
    userPoolId: env.USER_POOL_ID,
    clientId: env.USER_POOL_CLIENT_ID,
  };
}
