import { NO_LONGER } from '#web/features/results/index.ts';
import { countOfPeople } from '#web/lib/format.ts';
import type { Person } from '../person.ts';
import {
  clean,
  describeScoreMove,
  describeVerified,
  type ExportedPerson,
  NEED_WORDS,
  toExportedPerson,
} from './exported-person.ts';

/* People as a document. Texts about them are untrusted: a line must not become markup, a text not a link. */

/** A document with one heading per person. */
export function toMarkdown(people: readonly Person[], { title }: { title: string }): string {
  const heading = `# ${toMarkdownText(title)}`;
  return `${[heading, countOfPeople(people.length), ...people.map((person) => section(toExportedPerson(person)))].join('\n\n')}\n`;
}

function section(out: ExportedPerson): string {
  const score = out.score === null ? '' : ` – ${out.score}%`;
  const facts: [name: string, text: string | undefined][] = [
    [NO_LONGER, out.noLongerAMatch && 'yes'],
    ['Headline', out.headline],
    ['Place', out.place],
    ['Current', joined(out.title, out.company)],
    ['Education', joined(out.degree, out.school)],
    ['Languages', out.languages?.join(', ')],
    ['Certificates', out.certificates?.join(', ')],
    [
      'Verified',
      out.verified ? [describeVerified(out), out.recordDate].filter(Boolean).join(', record of ') : '',
    ],
    ['Summary', out.summary],
    ['Why this score', out.whyThisScore],
    ['Score change', describeScoreMove(out)],
    ['Verification', out.verification],
    ['Warnings', out.warnings?.join(' ')],
    ['Claims left out', out.claimsLeftOut],
    ['Tags', out.tags.join(', ')],
    ['Status', out.status],
    ['Note', out.note],
    ['Rating', out.rating],
    ['How found', out.howFound],
    ['Like your good examples', out.likeExamples?.join(', ')],
    ['Found for', out.foundFor?.join(' | ')],
    ['Providers', out.providers],
  ];
  const lines = facts.flatMap(([name, text = '']) =>
    text === '' ? [] : [`- **${name}:** ${toMarkdownText(text)}`],
  );
  const criteria = out.criteria.map(({ criterion, need, verdict, quote, source }) => {
    const evidence = quote === undefined ? '' : `: “${toMarkdownText(quote)}” (${source})`;
    return `  - ${SIGNS[verdict]} **${toMarkdownText(criterion)}**${NEED_WORDS[need]}, ${verdict}${evidence}`;
  });
  return [
    `## ${out.rank}\\. ${toMarkdownText(out.name)}${score}`,
    '',
    ...lines,
    ...(criteria.length > 0 ? ['- **Criteria:**', ...criteria] : []),
    ...(out.profileUrl === undefined ? [] : [`- **Profile:** <${out.profileUrl}>`]),
  ].join('\n');
}

const SIGNS = { met: '✓', 'not met': '✗', unclear: '?' } as const;

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ');

const MARKUP_PATTERN = /[\\`*_{}[\]<>#&|~^=$]/g;
/** Where a renderer would turn plain text into a link or a mention: '://', 'www.', '@', '.com'. */
const LINKABLE_PATTERN = /(?<=:)(?=\/)|(?<=\bwww)(?=\.)|(?<=@)(?=\S)|(?<=[\p{L}\p{N}]\.)(?=\p{L}{2})/giu;
/** Invisible, and no place for a line break. */
const WORD_JOINER = '\u2060';

/**
 * Text within a line of Markdown, shown literally: markup is escaped, and what renderers link even without markup is broken up by an
 * invisible character.
 */
export const toMarkdownText = (text: string): string =>
  clean(text).replace(/\s+/g, ' ').replace(LINKABLE_PATTERN, WORD_JOINER).replace(MARKUP_PATTERN, '\\$&');
