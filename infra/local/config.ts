import * as v from 'valibot';
import { SearchVariables, toConfig } from '#functions/config.ts';
import {
  check,
  listOf,
  SignUpVariables,
  toSignUpPolicy,
  type Variables,
  wholeNumber,
  withoutEmpty,
} from '#functions/environment.ts';
import { Network } from '#shared/access.ts';
import { oneOf, onOff } from '#shared/operator-choices.ts';

/*
 * The environment of the local stack: that of the functions, what the CDK stack sets up in the cloud, and where and how the stack runs.
 */

const DEFAULT_PORT = 3000;

const DataVariables = v.object({ DATA_DIR: v.optional(v.string(), '.local') });

const StackVariables = v.object({
  ...DataVariables.entries,
  ...SignUpVariables.entries,
  PORT: v.optional(wholeNumber(0, 65_535), String(DEFAULT_PORT)),
  SIMULATED_LATENCY: v.optional(oneOf(['none', 'realistic']), 'none'),
  ALLOWED_ADDRESSES: listOf(Network),
  ORGANISATION_NAME: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(40, 'must be at most 40 characters')),
  ),
  TOTP: v.optional(onOff, 'off'),
});

export type LocalConfig = ReturnType<typeof readLocalConfig>;

/**
 * Reads the configuration of the local stack. An empty variable counts as absent.
 * @throws ConfigError naming every bad variable and what to write instead.
 */
export function readLocalConfig(environment: Variables) {
  const env = check(v.intersect([SearchVariables, StackVariables]), withoutEmpty(environment));
  return {
    ...toConfig(env),
    port: env.PORT,
    dataDir: env.DATA_DIR,
    access: {
      signUp: toSignUpPolicy(env),
      /** CIDR networks that are let in at all; any if empty. */
      networks: env.ALLOWED_ADDRESSES,
      /** Name of the deployment's own sign-in provider; undefined without one. */
      organisation: env.ORGANISATION_NAME,
      totp: env.TOTP === 'on',
    },
    /** How long the simulated providers take. */
    simulatedLatency: env.SIMULATED_LATENCY,
  };
}

/** The folder of the local stack's data, whatever else is set: no mistake in another variable may keep anyone from their data. */
export const readDataDir = (environment: Variables): string =>
  check(DataVariables, withoutEmpty(environment)).DATA_DIR;
