import * as v from 'valibot';
import { EmailDomain } from '#shared/access.ts';
import { STORAGE_LIMITS } from '#shared/limits.ts';
import { oneOf, STORAGE_RANGES } from '#shared/operator-choices.ts';
import { SIGN_UPS } from '#shared/site-config.ts';

/* Reads and validates the environment, including the settings of functions that call no provider; config.ts has the rest. */

export type Variables = Readonly<Record<string, string | undefined>>;

/** Lists every invalid variable at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError naming every bad variable and what to write instead. */
export function check<Schema extends v.GenericSchema>(
  schema: Schema,
  environment: Variables,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, environment);
  if (result.success) return result.output;
  const lines = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'} ${issue.message}`);
  throw new ConfigError(`The environment is invalid:\n  ${lines.join('\n  ')}`);
}

/** An empty variable counts as absent. */
export const withoutEmpty = (environment: Variables): Variables =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));

export const wholeNumber = (from: number, to: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${from} to ${to}`),
    v.transform(Number),
    v.minValue(from, `must be at least ${from}`),
    v.maxValue(to, `must be at most ${to}`),
  );

export const listOf = <Item extends v.GenericSchema<string, string>>(item: Item) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
      v.array(item),
    ),
    '',
  );

const toBytes = (megabytes: number): number => megabytes * 1_000_000;

const storageVariable = (name: keyof typeof STORAGE_RANGES) => {
  const [from, to] = STORAGE_RANGES[name];
  return v.optional(wholeNumber(from, to), String(STORAGE_LIMITS[name]));
};

export const StorageVariables = v.object({
  STORED_WRITES_PER_DAY: storageVariable('writesPerDay'),
  STORED_MEGABYTES_PER_DAY: storageVariable('megabytesPerDay'),
  MESSAGES_PER_CHAT: storageVariable('messagesPerChat'),
  MEGABYTES_PER_CHAT: storageVariable('megabytesPerChat'),
});

export const toStorageLimits = (env: v.InferOutput<typeof StorageVariables>) => ({
  perDay: { writes: env.STORED_WRITES_PER_DAY, bytes: toBytes(env.STORED_MEGABYTES_PER_DAY) },
  chat: { messages: env.MESSAGES_PER_CHAT, bytes: toBytes(env.MEGABYTES_PER_CHAT) },
});

/**
 * How much people may store.
 * @throws ConfigError naming every bad variable
 */
export const readStorageLimits = (environment: Variables) =>
  toStorageLimits(check(StorageVariables, withoutEmpty(environment)));

export const SignUpVariables = v.object({
  SIGN_UP: v.optional(oneOf(SIGN_UPS), 'open'),
  ALLOWED_EMAIL_DOMAINS: listOf(EmailDomain),
});

/** Who may create an account: the kinds of sign-up allowed, and the allowed domains of email addresses (any if empty). */
export type SignUpPolicy = ReturnType<typeof toSignUpPolicy>;

export const toSignUpPolicy = (env: v.InferOutput<typeof SignUpVariables>) => ({
  mode: env.SIGN_UP,
  emailDomains: env.ALLOWED_EMAIL_DOMAINS,
});

/** @throws ConfigError naming every bad variable */
export const readSignUpPolicy = (environment: Variables): SignUpPolicy =>
  toSignUpPolicy(check(SignUpVariables, withoutEmpty(environment)));

const nonEmpty = v.pipe(v.string('must be set'), v.trim(), v.minLength(1, 'must be set'));

const StoreEnvironment = v.pipe(
  v.object({
    AWS_REGION: nonEmpty,
    TABLE_NAME: nonEmpty,
    USER_POOL_ID: nonEmpty,
    USER_POOL_CLIENT_ID: nonEmpty,
  }),
  v.transform((env) => ({
    region: env.AWS_REGION,
    tableName: env.TABLE_NAME,
    userPoolId: env.USER_POOL_ID,
    clientId: env.USER_POOL_CLIENT_ID,
  })),
);

/**
 * Where a function in the cloud finds its database, and which user pool's tokens it accepts.
 * @throws ConfigError naming every variable that is missing
 */
export const readStoreConfig = (environment: Variables) => check(StoreEnvironment, environment);
