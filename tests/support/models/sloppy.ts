import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import { isRecord, readJson, recordsOf, textOf } from '#infra/simulated/model/values.ts';
import { writeQuery } from '#infra/simulated/model/write-query.ts';
import { hashText } from '#infra/simulated/random.ts';
import { type Entry, reviseReply } from './revise-reply.ts';

const VERDICT_NAMES: Readonly<Record<string, string>> = { met: 'Met', notMet: 'not_met' };

/** Misquotes every third quote as if from memory: one word missing, others added around it. */
const misquote = (quote: string): string =>
  hashText(quote) % 3 === 0 ? `is ${quote.split(' ').slice(1).join(' ')} since long` : quote;

const distortTypes = (entry: Entry): Entry => ({
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

/** Reads a follow-up on its own: forgets the earlier criteria, and does not say whether the request continues them. */
function forgetEarlier(careful: string, user: string): string {
  const { earlier, request } = readJson(user);
  return earlier === undefined
    ? careful
    : `\`\`\`json\n${JSON.stringify(writeQuery(textOf(request)))}\n\`\`\``;
}

/** One call in nine leaves its people out, always the same ones. */
const omitsPeople = (user: string): boolean => hashText(user) % 9 === 0;

/** A well-meaning model that ignores the format: fences and prose, wrong types, people left out, quotes from memory. */
export const answerSloppily: ModelBehaviour = (call, user, responseFormat, system) => {
  const careful = answerCarefully(call, user, responseFormat, system);
  if (call === 'query') return forgetEarlier(careful, user);
  if (call === 'chat') return careful;
  if (call !== 'assessment' && omitsPeople(user)) return '{"profiles": []}';
  const said = reviseReply(careful, (entries) => entries.filter(isRecord).map(distortTypes));
  return `\`\`\`json\n${said}\n\`\`\``;
};
