import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTINGS } from '#infra/cloud/settings/read-settings.ts';
import { RATE_IN_USE, RATE_UNUSED } from '#infra/walk-table.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { HTTP_ERRORS } from '#shared/http-errors.ts';
import { COMMANDS, helpOf, SCRIPTS } from '#tests/support/commands.ts';

const DOCS = globSync(['README.md', 'docs/**/*.md']);
const CODE = globSync('{shared,functions,web,infra,tests}/**/*.{ts,tsx,mjs,css}');

const FENCED = /^( *)```.*?^\1```/gms;

const read = (path: string): string => readFileSync(path, 'utf8');

/** The cells of each table row in a section whose first cell is code. */
const rowsOf = (path: string, heading: string): string[][] =>
  (
    read(path)
      .split(`\n${heading}\n`)[1]
      ?.split(/\n#{1,3} /)[0] ?? ''
  )
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

const codeIn = (text = ''): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Anchors as GitHub makes them: lower case, hyphens for spaces, a number appended to repeated headings. */
function anchorsOf(path: string): Set<string> {
  const seen = new Map<string, number>();
  const text = readFileSync(path, 'utf8').replace(/^```.*?^```/gms, '');
  const anchors = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

/** Problems with a reference to a project file and, if given, a heading in it. */
function faultOf(path: string, anchor: string | undefined): string[] {
  if (!existsSync(path)) return [`${path} is not there`];
  return anchor === undefined || anchorsOf(path).has(anchor) ? [] : [`${path} has no heading #${anchor}`];
}

describe('documents', () => {
  it.each(DOCS)('%s has no broken links', (doc) => {
    const links = [...readFileSync(doc, 'utf8').matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
    const faults = links.flatMap(([, path = '', anchor]) =>
      faultOf(path === '' ? doc : normalize(join(dirname(doc), path)), anchor),
    );
    expect(faults).toEqual([]);
  });

  it('cited in comments exist, along with the headings cited', () => {
    const faults = CODE.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(docs\/[\w./-]+\.(?:md|svg))(?:#([\w-]+))?/g)].flatMap(
        ([, path = '', anchor]) => faultOf(path, anchor).map((fault) => `${file}: ${fault}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('name only existing code paths', () => {
    const faults = DOCS.filter((doc) => !/decisions\/000[1-8]/.test(doc)).flatMap((doc) =>
      [...readFileSync(doc, 'utf8').matchAll(/`((?:shared|functions|web|infra|tests|docs)\/[\w./-]*\w)\/?`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(path))
        .map((path) => `${doc}: ${path} is not there`),
    );
    expect(faults).toEqual([]);
  });
});

describe('commands in documents', () => {
  const shown = DOCS.flatMap((doc) =>
    [...read(doc).matchAll(/npm (?:run )(?:--silent |-s )?([\w:-]+)(?: -- ([^`\n#]*))?/g)].map(
      ([, name = '', given = '']) => ({ doc, name, options: given.match(/--[a-z][\w-]*/g) ?? [] }),
    ),
  );

  it('exist', () => {
    expect(shown.filter(({ name }) => !SCRIPTS.includes(name))).toEqual([]);
  });

  it.each(Object.keys(COMMANDS))('use only options that npm run %s supports', async (command) => {
    const { help } = await helpOf(command);
    const given = shown.filter(({ name }) => name === command);
    expect(given).not.toEqual([]);
    const unknown = given.flatMap(({ doc, options }) =>
      options
        .filter((option) => option !== '--help' && !help.includes(option))
        .map((option) => [doc, option]),
    );
    expect(unknown).toEqual([]);
  });

  it('are not broken across lines, so that they can be found and copied', () => {
    const broken = DOCS.flatMap((doc) =>
      read(doc)
        .replace(FENCED, '')
        .split('\n')
        .filter((line) => (line.split('`').length - 1) % 2 === 1)
        .map((line) => `${doc}: ${line}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('tables in documents', () => {
  const settings = ['## Settings', '## Who may use it', '## A provider of your own'].flatMap((heading) =>
    rowsOf('docs/deploy.md', heading),
  );

  it('list every deployment setting and no other', () => {
    expect(new Set(settings.flatMap(([names]) => codeIn(names)))).toEqual(new Set(SETTINGS));
  });

  it('state the default numbers of settings', () => {
    const defaults: Readonly<Record<string, unknown>> = readSettings({});
    const numbers = settings.flatMap(([names, value = '']) =>
      /^\d+(, \d+)*$/.test(value)
        ? codeIn(names).map((name, index) => [name, Number(value.split(', ')[index])])
        : [],
    );
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers).toEqual(numbers.map(([name]) => [name, defaults[String(name)]]));
  });

  it('list every environment variable that is read', () => {
    const files = ['functions/config.ts', 'functions/environment.ts', 'infra/local/config.ts'];
    const sources = files.map(read).join('\n');
    const variables = [...sources.matchAll(/(?:^ +|\{ )([A-Z][A-Z_]+[A-Z]): (?!env\b)[a-zA-Z.]+/gm)];
    const told = new Set(codeIn(read('docs/settings.md')));
    expect(variables.length).toBeGreaterThan(50);
    // Set by Lambda itself.
    expect(variables.map(([, name = '']) => name).filter((name) => !told.has(name))).toEqual(['AWS_REGION']);
  });

  it('list error codes with their texts', () => {
    const http = rowsOf('docs/behaviour.md', '## HTTP contract').filter(([, status]) =>
      /^\d+$/.test(status ?? ''),
    );
    expect(http.map(([code = '', status]) => [...codeIn(code), Number(status)])).toEqual(
      expect.arrayContaining(Object.entries(HTTP_ERRORS).map(([code, { status }]) => [code, status])),
    );
    const auth = new Map(
      rowsOf('docs/behaviour.md', '### Auth errors').map(([code, text]) => [codeIn(code)[0], text]),
    );
    for (const [code, text] of Object.entries(AUTH_ERRORS)) expect(auth.get(code)).toContain(`'${text}'`);
    for (const { message } of Object.values(HTTP_ERRORS))
      expect(http.some(([, , text = '']) => text.includes(`'${message}'`))).toBe(true);
  });

  it('list every alarm and no other', () => {
    const told = new Set(rowsOf('docs/operations.md', '## Alarms').flatMap(([names]) => codeIn(names)));
    const template = read('tests/infra/cloud/snapshots/expertscope-prod.snap.json');
    const made = [...template.matchAll(/"ObservationAlarms(\w+)[0-9A-F]{8}": \{/g)].map(
      ([, name = '']) => name,
    );
    // Only in a stage with a function that decides on sign-ups.
    expect(told.delete('UncheckedSignUps')).toBe(true);
    expect(
      new Set(made.map((name) => (told.has(name) ? name : name.replace(/^(Search|Chats)/, '')))),
    ).toEqual(told);
  });

  it('state how long the operators’ commands read a table', () => {
    const told = read('docs/operations.md');
    /** Consistent reads, of 4 KiB each. */
    const minutes = (gigabytes: number, rate: number) => Math.round((gigabytes * 1e9) / 4_096 / rate / 60);
    expect(told).toContain(`2,000 units a second (10 GB in ${minutes(10, RATE_UNUSED)} minutes)`);
    expect(told).toContain(`at 1,000 (${minutes(10, RATE_IN_USE)} minutes each)`);
    expect(told).toContain(`at 1,000 units a second, which takes ${minutes(1, RATE_IN_USE)} minutes`);
  });

  it('state what the export of an account costs the store, whose other operations keep what the bench promises', async () => {
    // Fails if an operation makes more requests than promised. `npm run test:aws` counts the index copies too.
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/store.bench.ts']);
    const counted = stdout.match(
      /^export the account +(\d+) queries +(\d+) reads +0 writes +(\d+) readUnits/m,
    );
    const [queries, reads, units] = counted?.slice(1).map(Number) ?? [];
    expect(read('docs/storage.md')).toContain(
      `500 people in lists | ${queries} queries, ${Number(reads) - Number(queries)} gets | ${units} |`,
    );
  });

  it('in the glossary list each term once, in alphabetical order', () => {
    const words = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, word = '']) =>
      word.toLowerCase(),
    );
    expect(words.length).toBeGreaterThan(30);
    expect(words).toEqual([...new Set(words)].toSorted());
  });

  it('list every key that the page stores in the browser', () => {
    const told = codeIn(read('docs/behaviour.md')).join(' ');
    const kept = CODE.filter((file) => file.startsWith('web/')).flatMap((file) =>
      read(file)
        .split('\n')
        // Names of channels and locks, which store nothing.
        .filter((line) => !/channel|lock/i.test(line))
        .flatMap((line) => [...line.matchAll(/\$\{STORAGE_PREFIX\}(_[a-z_]+)/g)].map(([, key = '']) => key)),
    );
    expect(kept.length).toBeGreaterThan(15);
    expect(kept.filter((key) => !told.includes(`expertscope${key}`))).toEqual([]);
  });
});
