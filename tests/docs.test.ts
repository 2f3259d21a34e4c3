import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTINGS } from '#infra/cloud/settings/read-settings.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { HTTP_ERRORS } from '#shared/http-errors.ts';
import { COMMANDS, helpOf, SCRIPTS } from '#tests/support/commands.ts';

const DOCS = globSync(['README.md', 'docs/**/*.md']);
const CODE = globSync('{shared,functions,web,infra,tests}/**/*.{ts,tsx,mjs,css}');

const FENCED = /^( *)```.*?^\1```/gms;

const read = (path: string): string => readFileSync(path, 'utf8');

/** The cells of each row of a document's tables whose first cell is code, without the section's other text. */
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

/** GitHub's: small letters and digits, hyphens for spaces, a number behind a heading that has been there before. */
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

/** What is wrong with a reference to a file of the project, and maybe to a heading in it. */
function faultOf(path: string, anchor: string | undefined): string[] {
  if (!existsSync(path)) return [`${path} is not there`];
  return anchor === undefined || anchorsOf(path).has(anchor) ? [] : [`${path} has no heading #${anchor}`];
}

describe('documents', () => {
  it.each(DOCS)('of %s link to what is there', (doc) => {
    const links = [...readFileSync(doc, 'utf8').matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
    const faults = links.flatMap(([, path = '', anchor]) =>
      faultOf(path === '' ? doc : normalize(join(dirname(doc), path)), anchor),
    );
    expect(faults).toEqual([]);
  });

  it('that comments cite are there, with the headings they name', () => {
    const faults = CODE.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(docs\/[\w./-]+\.(?:md|svg))(?:#([\w-]+))?/g)].flatMap(
        ([, path = '', anchor]) => faultOf(path, anchor).map((fault) => `${file}: ${fault}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('and the code they name by path is there', () => {
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

  it('are there', () => {
    expect(shown.filter(({ name }) => !SCRIPTS.includes(name))).toEqual([]);
  });

  it.each(Object.keys(COMMANDS))('take what is shown with npm run %s', async (command) => {
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

  it('stand on one line, to be found and copied', () => {
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

  it('have every setting of a deployment, and no other', () => {
    expect(new Set(settings.flatMap(([names]) => codeIn(names)))).toEqual(new Set(SETTINGS));
  });

  it('have the numbers that settings are by default', () => {
    const defaults: Readonly<Record<string, unknown>> = readSettings({});
    const numbers = settings.flatMap(([names, value = '']) =>
      /^\d+(, \d+)*$/.test(value)
        ? codeIn(names).map((name, index) => [name, Number(value.split(', ')[index])])
        : [],
    );
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers).toEqual(numbers.map(([name]) => [name, defaults[String(name)]]));
  });

  it('have every variable that is read', () => {
    const sources = ['functions/config.ts', 'functions/environment.ts'].map(read).join('\n');
    const variables = [...sources.matchAll(/\b([A-Z][A-Z_]+[A-Z]): (?:v\.|listOf|dailyLimit|price|filled)/g)];
    const told = new Set(codeIn(read('docs/settings.md')));
    expect(variables.length).toBeGreaterThan(40);
    // Lambda sets it, whatever anybody wants.
    expect(variables.map(([, name = '']) => name).filter((name) => !told.has(name))).toEqual(['AWS_REGION']);
  });

  it('have the codes of errors with their texts', () => {
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

  it('have every alarm, and no other', () => {
    const told = new Set(rowsOf('docs/operations.md', '## Alarms').flatMap(([names]) => codeIn(names)));
    const template = read('tests/infra/cloud/snapshots/expertscope-prod.snap.json');
    const made = [...template.matchAll(/"ObservationAlarms(\w+)[0-9A-F]{8}": \{/g)].map(
      ([, name = '']) => name,
    );
    expect(
      new Set(made.map((name) => (told.has(name) ? name : name.replace(/^(Search|Chats)/, '')))),
    ).toEqual(told);
  });

  it('of the glossary have each word once, in the order of the alphabet', () => {
    const words = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, word = '']) =>
      word.toLowerCase(),
    );
    expect(words.length).toBeGreaterThan(30);
    expect(words).toEqual([...new Set(words)].toSorted());
  });

  it('have every key that the page keeps in the browser', () => {
    const told = codeIn(read('docs/behaviour.md')).join(' ');
    const kept = CODE.filter((file) => file.startsWith('web/')).flatMap((file) =>
      read(file)
        .split('\n')
        // Names of channels and locks, which keep nothing.
        .filter((line) => !/channel|lock/i.test(line))
        .flatMap((line) => [...line.matchAll(/\$\{STORAGE_PREFIX\}(_[a-z_]+)/g)].map(([, key = '']) => key)),
    );
    expect(kept.length).toBeGreaterThan(15);
    expect(kept.filter((key) => !told.includes(`expertscope${key}`))).toEqual([]);
  });
});
