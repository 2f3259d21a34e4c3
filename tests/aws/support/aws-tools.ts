import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import * as v from 'valibot';
import { fetchOnce, requireProgram, run } from '#tests/support/fetch-once.ts';

const REQUIREMENTS = join(import.meta.dirname, '../requirements.txt');
const MOST_OUTPUT = 64 * 1024 * 1024;

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

/** Fetches AWS's linter of templates and its command line unless they are there, into a Python environment of their own. */
export default function setup(): void {
  awsTools();
}

/** The folder with AWS's programs that are written in Python: `cfn-lint`, `aws`. */
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
  /** Name of the file. */
  template: string;
  /** Where in the template, its parts joined by slashes. */
  path: string;
  message: string;
}

/** What AWS's linter says of templates. Each is linted for the regions that its own metadata names. */
export function lint(templates: readonly string[]): Promise<Finding[]> {
  const args = ['--format', 'json', '--template', ...templates];
  return new Promise((resolve, reject) => {
    execFile(
      join(awsTools(), 'cfn-lint'),
      args,
      { maxBuffer: MOST_OUTPUT, env: process.env },
      (_error, stdout, stderr) => {
        const findings = v.safeParse(Findings, stdout);
        // It ends with a status of its own for each kind of finding; without a report it has broken down.
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

/** The template as it is linted: for these regions alone. */
export const forRegions = (template: object, regions: readonly string[]): string =>
  JSON.stringify({ ...template, Metadata: { 'cfn-lint': { config: { regions } } } });
