import { Hono } from 'hono';
import type { Directory } from '../directory/build.ts';
import type { Person } from '../directory/person.ts';
import { writeRecord } from '../records/write-record.ts';
import { hashText } from '../text/random.ts';
import type { Linger } from './delay.ts';

const NOT_FOUND = { code: 404, description: 'Person profile does not exist', name: 'Not Found' };
const NO_KEY = { code: 401, description: 'Invalid API Key', name: 'Unauthorized' };

/** The slug in a profile address, or null when the address is none of a profile. */
function slugOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  const [, slug] = /^\/in\/([^/]+)/.exec(pathname) ?? [];
  if (slug === undefined || !/(^|\.)linkedin\.com$/.test(host)) return null;
  try {
    return decodeURIComponent(slug).normalize('NFC').toLowerCase();
  } catch {
    return null;
  }
}

/** Whom the provider takes somebody for: another with the same given name, or just another. */
function mistaken(person: Person, people: readonly Person[]): Person {
  const others = people.filter((other) => other !== person && other.record === 'full');
  const alike = others.filter((other) => other.firstName === person.firstName);
  const pool = alike.length > 0 ? alike : others;
  return pool[hashText(person.slug) % pool.length] ?? person;
}

function recordFor(directory: Directory, slug: string): object | null {
  const person = directory.bySlug.get(slug);
  if (person === undefined || person.record === 'missing') return null;
  if (person.record === 'other') return writeRecord(mistaken(person, directory.people));
  return writeRecord(person);
}

/** Proxycurl v2 or Enrich Layer v2, which give the same record: they differ in path, parameter and what a call costs. */
export function profileDataRoutes(options: {
  path: string;
  parameter: string;
  headers: Readonly<Record<string, string>>;
  directory: Directory;
  linger: Linger;
}): Hono {
  const { path, parameter, headers, directory, linger } = options;
  return new Hono().get(path, async (c) => {
    if (!/^Bearer \S/i.test(c.req.header('authorization') ?? '')) return c.json(NO_KEY, 401);
    const address = c.req.query(parameter);
    const slug = address === undefined ? null : slugOf(address);
    if (slug === null) {
      const description = `Missing or invalid parameter: ${parameter}`;
      return c.json({ code: 400, description, name: 'Bad Request' }, 400);
    }
    await linger('lookup', c.req.raw.signal);
    const record = recordFor(directory, slug);
    return record === null ? c.json(NOT_FOUND, 404, headers) : c.json(record, 200, headers);
  });
}
