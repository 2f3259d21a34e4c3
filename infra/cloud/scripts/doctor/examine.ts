import * as v from 'valibot';
import { type Aws, AwsError } from '../../aws.ts';
import type { Settings } from '../../settings/schema.ts';

/** `!` deserves a look; with `✗` a deployment fails or its result is unusable. */
type Mark = '✓' | '!' | '✗';

/** The result of one check. */
export interface Finding {
  mark: Mark;
  found: string;
  /** What to do about it. */
  advice?: string;
}

/** What the checks work on: the settings, and access to AWS. None of them changes anything. */
export interface Examined {
  settings: Settings;
  aws: (region: string) => Aws;
  /** Part of the names of what `cdk bootstrap` created. */
  qualifier: string;
}

export type Check = (examined: Examined) => Promise<Finding> | Finding;

export const good = (found: string): Finding => ({ mark: '✓', found });
export const doubtful = (found: string, advice: string): Finding => ({ mark: '!', found, advice });
export const bad = (found: string, advice: string): Finding => ({ mark: '✗', found, advice });

/**
 * Runs a check. Denied access and failed AWS calls become findings too.
 * @throws only for bugs of our own
 */
export async function examine(check: Check, examined: Examined): Promise<Finding> {
  const namingDenials = (region: string) => (command: readonly string[]) =>
    examined
      .aws(region)(command)
      .catch((error: unknown) => {
        throw error instanceof AwsError && isDenial(error)
          ? new Denied(permissionFor(error, command))
          : error;
      });
  try {
    return await check({ ...examined, aws: namingDenials });
  } catch (error) {
    if (error instanceof Denied)
      return doubtful(
        `could not be checked: these credentials lack the permission ${error.permission}`,
        'Grant it, or check this yourself; a deployment needs more permissions than this',
      );
    if (error instanceof AwsError) return { mark: '✗', found: firstLine(error) };
    if (v.isValiError(error))
      return doubtful(
        'AWS returned an unexpected response',
        'Check this yourself, and report it: the check is out of date',
      );
    throw error;
  }
}

class Denied extends Error {
  readonly permission: string;

  constructor(permission: string) {
    super(permission);
    this.permission = permission;
  }
}

const isDenial = ({ message }: AwsError): boolean =>
  /\((AccessDenied\w*|UnauthorizedOperation|NotAuthorized\w*)\)|not authorized to perform/.test(message);

/** Services whose IAM prefix differs from their CLI name. */
const IAM_PREFIXES: Readonly<Record<string, string>> = { sesv2: 'ses', 'service-quotas': 'servicequotas' };

/** The permission named in AWS's message, or else derived from the command. */
function permissionFor({ message }: AwsError, [service = '', operation = '']: readonly string[]): string {
  const [, named] = /not authorized to perform: ([\w-]+:\w+)/.exec(message) ?? [];
  const pascal = operation.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return named ?? `${IAM_PREFIXES[service] ?? service}:${pascal}`;
}

const firstLine = ({ message }: AwsError): string => message.trim().split('\n')[0] ?? '';
