import { fold } from '../fold.ts';
import { readCriteria } from './criteria.ts';
import { judge, scoreOf } from './judge.ts';
import { readRequest } from './read-request.ts';
import { recordsOf, textOf } from './values.ts';
import { passagesOf } from './verdicts.ts';

/** The value for anything that title and snippet do not show. */
const UNKNOWN = 'Unknown';

const orUnknown = (text: string | undefined): string =>
  text?.replace(/[\s|·-]*(\.\.\.)?$/, '').trim() || UNKNOWN;

/** The X of `Experience: X` and similar labels, up to the next middle dot of the snippet. */
function labelled(snippet: string, label: string): string | undefined {
  return new RegExp(`${label}: ([^·]+)`).exec(snippet)?.[1];
}

function readTitle(title: string): { name: string; headline: string; company: string | undefined } {
  const [name = '', headline = '', ...rest] = title.replace(/\s*\|\s*LinkedIn\s*$/, '').split(' - ');
  const at = / at ([^|]+)/.exec(headline)?.[1];
  return { name, headline, company: rest.join(' - ') || at };
}

function readDegree(snippet: string): string {
  const found = /\b(PhD|JD|LLM|MBA|MD|MSc|BSc|MS|MA|BS|BA)\b|Stud(?:ied|ying) ([^.·]+?) at /.exec(snippet);
  return orUnknown(found?.[1] ?? found?.[2]);
}

/** Three to six keywords for the profile. */
function tagsOf(text: string, headline: string): string[] {
  const known = readRequest(text)
    .filter((piece) => piece.entities[0] !== undefined && piece.entities[0].kind !== 'stage')
    .map((piece) => piece.entities[0]?.alternatives.find((way) => fold(way) === piece.text) ?? piece.text);
  const words = headline.split(/[^\p{L}\p{N}&-]+/u).filter((word) => word.length > 3);
  return [...new Set([...known, ...words, 'LinkedIn profile', 'Professional', 'Expert'])].slice(
    0,
    Math.max(3, Math.min(6, known.length)),
  );
}

/** Answers the formatting call from titles and snippets alone. */
export function formatProfiles(input: Record<string, unknown>): object[] {
  const criteria = readCriteria(input);
  return recordsOf(input['profiles']).map((profile, at) => {
    const title = textOf(profile['title']);
    const snippet = textOf(profile['snippet']);
    const { name, headline, company } = readTitle(title);
    const text = `${title} | ${snippet}`;
    return {
      index: typeof profile['index'] === 'number' ? profile['index'] : at,
      fullName: orUnknown(name),
      headline: orUnknown(headline),
      location: orUnknown(labelled(snippet, 'Location')),
      currentPosition: {
        title: orUnknown(headline.split(/ at | \| /)[0]),
        company: orUnknown(company ?? labelled(snippet, 'Experience')),
      },
      education: { school: orUnknown(labelled(snippet, 'Education')), degree: readDegree(snippet) },
      summary: orUnknown(snippet.split(/ · (?:Experience|Education|Location|\d)/)[0]),
      relevanceScore: scoreOf(judge(passagesOf(title, snippet), criteria), textOf(profile['url'])),
      tags: tagsOf(text.slice(0, 600), headline),
    };
  });
}
