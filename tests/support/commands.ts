import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { HelpWanted, UsageError } from '#infra/command.ts';

const Scripts = v.object({ scripts: v.record(v.string(), v.string()) });
const { scripts } = v.parse(Scripts, JSON.parse(readFileSync('package.json', 'utf8')));

/** The names of the project's scripts. */
export const SCRIPTS = Object.keys(scripts);

/** The modules of commands that take arguments, by script name. */
export const COMMANDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(scripts).flatMap(([name, script]) => {
    const [, path] = /^node (\S+\.ts)$/.exec(script) ?? [];
    return path === undefined || /^infra\/local\/main/.test(path) || path.startsWith('tests/')
      ? []
      : [[name, path]];
  }),
);

const Command = v.object({ readRequest: v.function() });

/** A command's help text and its options. */
export async function helpOf(name: string): Promise<{ help: string; options: string[] }> {
  const { readRequest } = v.parse(Command, await import(/* @vite-ignore */ `../../${COMMANDS[name]}`));
  const said = (given: string[], kind: new (message: string) => Error): string => {
    try {
      readRequest(given);
    } catch (error) {
      if (error instanceof kind) return error.message;
      throw error;
    }
    throw new Error(`npm run ${name} takes ${given.join(' ')}`);
  };
  const [, listed = ''] = /The options are (.*)\.\n/.exec(said(['--none'], UsageError)) ?? [];
  return { help: said(['--help'], HelpWanted), options: listed.split(', ') };
}
