import { hashText } from '../random.ts';
import { answerCarefully, type ModelBehaviour } from './answer.ts';
import { type Entry, reviseReply } from './revise-reply.ts';
import { isRecord, readJson, recordsOf, textOf } from './values.ts';
import { writeQuery } from './write-query.ts';

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

/** A follow-up read by itself: what was asked for before is forgotten, and whether the request goes on from it is not said. */
function forgetEarlier(careful: string, user: string): string {
  const { earlier, request } = readJson(user);
  return earlier === undefined
    ? careful
    : `\`\`\`json\n${JSON.stringify(writeQuery(textOf(request)))}\n\`\`\``;
}

/** One person in nine is left out, the same ones each time. */
const isLeftOut = (user: string): boolean => hashText(user) % 9 === 0;

/** A model that means well and does not keep to the format: fences and prose, other types, people left out, quotes from memory. */
export const answerSloppily: ModelBehaviour = (call, user, responseFormat, system) => {
  const careful = answerCarefully(call, user, responseFormat, system);
  if (call === 'query') return forgetEarlier(careful, user);
  if (call === 'chat') return careful;
  if (call !== 'assessment' && isLeftOut(user)) return '{"profiles": []}';
  const said = reviseReply(careful, (entries) => entries.filter(isRecord).map(blur));
  return `\`\`\`json\n${said}\n\`\`\``;
};
