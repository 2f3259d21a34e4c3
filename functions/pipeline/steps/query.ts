import { ProviderError } from '#functions/providers/ports.ts';
import { profileUrlsIn } from '#shared/linkedin-url.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { Basis, SearchTask } from '#shared/search-request.ts';
import { type Asked, readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';
import { basisData, readBasis } from '../conversation/basis.ts';
import { mentionedPeople } from '../conversation/mentioned-people.ts';
import { lookUpNamed, type NamedProfile } from '../conversation/named-profile.ts';
import { describeIgnored } from '../criteria/sensitive.ts';
import { askModel } from '../model/model-call.ts';
import { type QueryInput, type QueryReply, queryPrompt } from '../model/prompts/query.ts';
import { briefWordsFor } from './brief.ts';
import { describeQuery, type SettledQuery, settleCriteria, settleQuery } from './settled-query.ts';

type Step = ReturnType<typeof startStep>;

/**
 * Step 1: turns the request, read together with the answer it follows, into a web search and the criteria people are compared with.
 * @throws StepFailure 'Failed to generate search query: …'
 */
export const generateQuery = (asked: Asked, deps: SearchDeps): Promise<SettledQuery> =>
  runQueryStep(deps, async (step) => {
    const namesProfiles = profileUrlsIn(asked.request).length > 0;
    // With nobody to look up, nothing is awaited, so that the model call goes out the moment the step begins.
    const named = namesProfiles
      ? await lookUpNamed(asked.request, deps, (line) => step.show([line]))
      : undefined;
    const lines = named ? [named.line] : [];
    // The lookup is over, whatever becomes of the model call.
    if (named) step.show(lines);
    return { settled: await readRequest(asked, named, deps), lines };
  });

/**
 * Step 1 of a search by criteria that the user has set: no model is called.
 * @throws StepFailure 'Failed to generate search query: …' if there is nothing to search by
 */
export const setQuery = (
  asked: Asked & { task: Extract<SearchTask, { kind: 'criteria' }> },
  deps: SearchDeps,
): Promise<SettledQuery> =>
  runQueryStep(deps, async () => ({
    settled: await settleCriteria(asked, deps),
    lines: ['Criteria as you set them'],
  }));

/** Shows the step while `settle` runs. */
async function runQueryStep(
  deps: SearchDeps,
  settle: (step: Step) => Promise<{ settled: SettledQuery; lines: readonly string[] }>,
): Promise<SettledQuery> {
  const step = startStep(deps, 'query-generation');
  try {
    const { settled, lines } = await step.paced(settle(step));
    step.complete([...describeQuery(settled), ...describeIgnored(settled.query, deps), ...lines]);
    return settled;
  } catch (error) {
    const failure = new StepFailure(SEARCH_ERRORS.queryFailed(readableReason(error)), { cause: error });
    step.fail(failure.message);
    throw failure;
  }
}

/** Words that by themselves say nothing about who to find. */
const FILLER_WORDS =
  /\b(?:this person|people|persons?|someone|somebody|anyone|others?|candidates?|profiles?|experts?|find|show|search|get|give|me|us|more|i|want|need|looking|look|for|like|similar|to|as|such|same|just|the|a|an|and|or|who|are|is|with|please)\b|[^\p{L}\p{N}]/giu;

async function readRequest(
  { request, plan }: Asked,
  named: NamedProfile | undefined,
  deps: SearchDeps,
): Promise<SettledQuery> {
  const words = named?.request ?? request;
  if (named?.reason && words.replace(FILLER_WORDS, '') === '')
    throw new StepFailure(`${named.reason}, and the request says nothing else to search by`);
  const previous = readBasis(plan, deps.sensitiveCriteria);
  const { examples: meant, leftOut } = mentionedPeople(
    named?.rest ?? request,
    previous?.people ?? [],
    named?.leftOut,
  );
  const basis = named?.isNewSearch && meant.length === 0 ? undefined : previous;
  const input: QueryInput = {
    request: words,
    briefWords: briefWordsFor(words),
    ...(basis && {
      earlier: basisData(
        basis,
        meant.map(({ data }) => data),
      ),
    }),
    ...(named?.example && { record: named.example.data }),
  };
  const examples = [...meant, ...(named?.example ? [named.example] : [])];
  const reply = examples.length === 0 ? await ask(input, deps) : await askWithFallback(input, basis, deps);
  return settleQuery({ request: words, reply, basis, examples, leftOut, namedUrls: named?.urls ?? [] }, deps);
}

const ask = (input: QueryInput, deps: SearchDeps): Promise<QueryReply> =>
  askModel(queryPrompt(input), input, deps);

/** Strangers' texts may cause an unusable reply; the model is then called once more without them. */
async function askWithFallback(
  input: QueryInput,
  basis: Basis | undefined,
  deps: SearchDeps,
): Promise<QueryReply> {
  try {
    return await ask(input, deps);
  } catch (error) {
    // A reply that was refused, filtered or cut off has a text: it is no more usable than an unreadable one. A server's filter (Azure's,
    // OpenRouter's) rejects what it is sent with one of these statuses.
    const isAboutTexts =
      error instanceof ProviderError &&
      (error.text !== undefined || error.status === 400 || error.status === 403);
    if (!isAboutTexts && !(error instanceof StepFailure)) throw error;
    const { record: _, ...own } = input;
    return await ask({ ...own, ...(basis && { earlier: basisData(basis, []) }) }, deps);
  }
}
