import type { Person } from '../person.ts';
import { toCsv } from './csv.ts';
import { clean, toExportedPerson } from './exported-person.ts';
import { toMarkdown } from './markdown.ts';

/* People as a file to download. */

interface ExportedFile {
  name: string;
  type: string;
  text: string;
}

/** The people under a title. `at`: the date of the export, in ISO format. */
export function toFile(
  people: readonly Person[],
  extension: 'csv' | 'json' | 'md',
  { title, at }: { title: string; at: string },
): ExportedFile {
  const make = {
    csv: () => ({ type: 'text/csv', text: toCsv(people) }),
    json: () => ({ type: 'application/json', text: toJson(people, { title, at }) }),
    md: () => ({ type: 'text/markdown', text: toMarkdown(people, { title }) }),
  };
  return { name: fileNameOf(title, extension), ...make[extension]() };
}

/** The people with everything known about them. */
export const toJson = (people: readonly Person[], { title, at }: { title: string; at: string }): string =>
  `${JSON.stringify({ title: clean(title), exportedAt: at, people: people.map(toExportedPerson) }, null, 2)}\n`;

const MAX_NAME_LENGTH = 60;
/** Names that Windows reserves for devices, whatever the extension. */
const RESERVED_NAME_PATTERN = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name that every system accepts and shows unchanged: the title's letters and digits, then the extension. */
export function fileNameOf(title: string, extension: string): string {
  const words = clean(title)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}'’()+,&-]+/gu, ' ')
    .trim();
  const short = firstWords(words, MAX_NAME_LENGTH).replace(/^[\s'’,&+-]+|[\s'’,&+-]+$/gu, '');
  const name = short === '' ? 'People' : RESERVED_NAME_PATTERN.test(short) ? `${short} people` : short;
  return `${name}.${extension}`;
}

/** The beginning of a text, without the word that would be cut, unless that takes half of the room. @param maxLength in characters */
function firstWords(text: string, maxLength: number): string {
  const characters = Array.from(text);
  const end = characters.length > maxLength ? characters.lastIndexOf(' ', maxLength) : maxLength;
  return characters.slice(0, end < maxLength / 2 ? maxLength : end).join('');
}
