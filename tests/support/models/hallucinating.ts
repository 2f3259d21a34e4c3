import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import { readCriteria } from '#infra/simulated/model/criteria.ts';
import { readJson } from '#infra/simulated/model/values.ts';
import { hashText } from '#infra/simulated/random.ts';
import { type Entry, reviseReply } from './revise-reply.ts';

/** From 86 to 99: a model that makes things up is sure of them. */
const highScore = (user: string): number => 86 + (hashText(user) % 14);

/** A model that is sure of everybody: every criterion is met, according to invented quotes and facts. */
export const answerWithInventions: ModelBehaviour = (call, user, responseFormat, system) => {
  const careful = answerCarefully(call, user, responseFormat, system);
  if (call === 'query' || call === 'chat') return careful;
  const verdicts = readCriteria(readJson(user)).flatMap(({ id, wanted, need }) =>
    id === undefined || need === 'excluded'
      ? []
      : [{ id, verdict: 'met', quote: `widely known as ${wanted} since 2009` }],
  );
  const score = highScore(user);
  const invent = (entry: Entry): Entry => ({
    ...entry,
    ...('finalRelevanceScore' in entry
      ? {
          finalRelevanceScore: score,
          meetsAllCriteria: true,
          verificationReasoning: 'Meets every criterion.',
        }
      : { relevanceScore: score, shouldVerify: true, reasoning: 'Meets every criterion.' }),
    ...('currentPosition' in entry && {
      location: 'Zurich, Switzerland',
      currentPosition: { title: 'Chief Scientist', company: 'Northmoor Laboratories' },
      education: { school: 'Larkmoor Institute', degree: 'PhD' },
    }),
    verdicts,
  });
  return reviseReply(careful, (entries) => entries.map(invent));
};
