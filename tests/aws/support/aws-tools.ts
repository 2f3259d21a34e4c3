import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import * as v from 'valibot';
import { fetchOnce, requireProgram, run } from '#tests/support/fetch-once.ts';

const REQUIREMENTS = join(import.meta.dirname, '../requirements.txt');
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const Findings = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      Filename: v.string(),
      Message: v.string(),
      Rule: v.object({ Id: v.string() }),
      Location: v.object({ Path: v.nullable(v.array(v.union([v.string(), v.number()]))) }),
    }),
  ),
);

/** Installs AWS’s template linter and command line into a Python environment of their own, unless they are already there. */
export default function setup(): void {
  awsTools();
}

/** The folder with AWS’s Python programs: `cfn-lint` and `aws`. */
export const awsTools = (): string => join(fetchOnce('aws-tools', [REQUIREMENTS], fetchTools), 'bin');

function fetchTools(folder: string): void {
  requireProgram('python3', {
    args: ['-c', 'import sys, venv, ensurepip; print(sys.version_info >= (3, 11), sys.version)'],
    says: (output) => output.startsWith('True'),
    install: 'Python 3.11 or newer with venv (Debian: apt-get install -y python3-venv)',
  });
  run('python3', ['-m', 'venv', folder]);
  run(join(folder, 'bin', 'pip'), [
    ...['install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:'],
    ...['--require-hashes', '--requirement', REQUIREMENTS],
  ]);
}

export interface Finding {
  rule: string;
  /** File name. */
  template: string;
  /** Path within the template, joined by slashes. */
  path: string;
  message: string;
}

/** Runs AWS’s linter on templates, each for the regions named in its own metadata. */
export function lint(templates: readonly string[]): Promise<Finding[]> {
  const args = ['--format', 'json', '--template', ...templates];
  return new Promise((resolve, reject) => {
    execFile(
      join(awsTools(), 'cfn-lint'),
      args,
      { maxBuffer: MAX_OUTPUT_BYTES, env: process.env },
      (_error, stdout, stderr) => {
        const findings = v.safeParse(Findings, stdout);
        // The exit status depends on the kind of finding; output without a report means that the linter itself failed.
        if (!findings.success) return reject(new Error(`cfn-lint failed: ${stderr || stdout}`));
        resolve(
          findings.output.map(({ Filename, Message, Rule, Location }) => ({
            rule: Rule.Id,
            template: Filename,
            path: (Location.Path ?? []).join('/'),
            message: Message,
          })),
        );
      },
    );
  });
}

/** The template with metadata that has it linted for these regions only. */
export const forRegions = (template: object, regions: readonly string[]): string =>
  JSON.stringify({ ...template, Metadata: { 'cfn-lint': { config: { regions } } } });
