import { inflateSync } from 'node:zlib';

/**
 * The text on each page of a PDF printed by Chromium, in the order in which it was painted and without spaces, which depend on where lines
 * break.
 */
export function pagesOf(pdf: Buffer): readonly string[] {
  const objects = new Map(
    Array.from(pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm), ([, id, body]) => [
      id,
      body ?? '',
    ]),
  );
  const objectOf = (id: string | undefined): string => objects.get(id) ?? '';
  /** The objects that an object calls by a name with this initial: 'F' for fonts, 'X' for further content. */
  const namedBy = (body: string, initial: 'F' | 'X') =>
    new Map(
      Array.from(body.matchAll(new RegExp(`/(${initial}\\d+) (\\d+) 0 R`, 'g')), ([, name, id]) => [
        name,
        objectOf(id),
      ]),
    );
  function textOf(body: string, content: string): string {
    const fonts = namedBy(body, 'F');
    const parts = namedBy(body, 'X');
    let characters: ReadonlyMap<string, string> = new Map();
    const operations = content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-F]+)> Tj|\/(X\d+) Do/g);
    return Array.from(operations, ([, font, glyphs, part]) => {
      if (font !== undefined)
        characters = charactersOf(streamOf(objectOf(/\/ToUnicode (\d+)/.exec(fonts.get(font) ?? '')?.[1])));
      if (part !== undefined) return textOf(parts.get(part) ?? '', streamOf(parts.get(part) ?? ''));
      const [width = 2] = Array.from(characters.keys(), ({ length }) => length);
      return Array.from((glyphs ?? '').matchAll(new RegExp(`.{${width}}`, 'g')), ([glyph]) =>
        characters.get(glyph),
      ).join('');
    }).join('');
  }
  return [...objects.values()]
    .filter((body) => body.startsWith('<</Type /Page\n'))
    .map((body) => textOf(body, streamOf(objectOf(/\/Contents (\d+)/.exec(body)?.[1]))).replace(/\s/g, ''));
}

function streamOf(body: string): string {
  const [, data = ''] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? [];
  // Very short ones are not compressed.
  return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
}

/** What a font's glyphs mean, according to its map to Unicode. */
function charactersOf(map: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = '', last = first, text = ''] of map.matchAll(
    /^<([\dA-F]+)> (?:<([\dA-F]+)> )?<([\dA-F]{4,})>$/gm,
  )) {
    const start = Number.parseInt(first, 16);
    const units = Array.from(text.matchAll(/.{4}/g), ([unit]) => Number.parseInt(unit, 16));
    const end = units.pop() ?? 0;
    for (let glyph = start; glyph <= Number.parseInt(last, 16); glyph += 1)
      characters.set(
        glyph.toString(16).toUpperCase().padStart(first.length, '0'),
        String.fromCharCode(...units, end + glyph - start),
      );
  }
  return characters;
}
