import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCS = globSync(['README.md', 'docs/**/*.md']);
const CODE = globSync('{shared,functions,web,infra,tests}/**/*.{ts,tsx,mjs,css}');

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
