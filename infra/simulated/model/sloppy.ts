import { hashText } from '../random.ts';
import { answerCarefully, type ModelBehaviour } from './answer.ts';
import { type Entry, reviseReply } from './revise-reply.ts';
import { isRecord, recordsOf, textOf } from './values.ts';

const VERDICT_NAMES: Readonly<Record<string, string>> = { met: 'Met', notMet: 'not_met' };

/** A quote as somebody writes it down from memory, every third one: a word less, others around it. */
const misquote = (quote: string): string =>
  hashText(quote) % 3 === 0 ? `is ${quote.split(' ').slice(1).join(' ')} since long` : quote;

const blur = (entry: Entry): Entry => ({
  ...entry,
  ...('relevanceScore' in entry && { relevanceScore: `${entry['relevanceScore']}%` }),
  ...('finalRelevanceScore' in entry && { finalRelevanceScore: `${entry['finalRelevanceScore']}` }),
  ...('shouldVerify' in entry && { shouldVerify: entry['shouldVerify'] === true ? 'yes' : null }),
  ...('meetsAllCriteria' in entry && { meetsAllCriteria: `${entry['meetsAllCriteria']}` }),
  ...('tags' in entry && { tags: null }),
  ...('education' in entry && { education: 'unknown' }),
  verdicts: recordsOf(entry['verdicts']).map(({ id, verdict, quote }) => ({
    id,
    verdict: VERDICT_NAMES[textOf(verdict)] ?? verdict,
    quote: misquote(textOf(quote)),
  })),
});

/** One person in nine is left out, the same ones each time. */
const isLeftOut = (user: string): boolean => hashText(user) % 9 === 0;

/** A model that means well and does not keep to the format: fences and prose, other types, people left out, quotes from memory. */
export const answerSloppily: ModelBehaviour = (call, user, responseFormat, system) => {
  const careful = answerCarefully(call, user, responseFormat, system);
  if (call === 'query' || call === 'chat') return careful;
  if (call !== 'assessment' && isLeftOut(user)) return '{"profiles": []}';
  const said = reviseReply(careful, (entries) => entries.filter(isRecord).map(blur));
  return `\`\`\`json\n${said}\n\`\`\``;
};
