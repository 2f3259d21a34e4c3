import type { ServerResponse } from 'node:http';
import * as v from 'valibot';
import { json, type SeenRequest, startProviderServer } from './provider-server.ts';
import {
  assessmentOf,
  formattedItem,
  personAt,
  QUERY_REPLY,
  recordOf,
  scoredItem,
  searchPage,
} from './stand-in-providers-people.ts';

/** Every kind of call a search makes. */
export const CALLS = [
  'query',
  'search page 1',
  'search page 2',
  'scoring',
  'lookup',
  'assessment',
  'formatting',
] as const;
export type Call = (typeof CALLS)[number];

/** A call as received by the stand-in, with the correct response. */
interface Asked {
  call: Call;
  request: SeenRequest;
  /** The correct body, as an object. */
  body: Record<string, unknown>;
  /** The text of a correct model reply; empty for other calls. */
  reply: string;
  /** Root URL of the stand-in, which must never be exposed. */
  address: string;
}
export type Answerer = (response: ServerResponse, asked: Asked) => void;

export interface StandIn extends AsyncDisposable {
  url: string;
  /** How often each kind of call was made. */
  counts: ReadonlyMap<Call, number>;
  /** Requested paths that belong to no provider. */
  strays: readonly string[];
}

/** One real HTTP server in place of all three providers. It answers correctly except for one kind of call, which `fault` answers. */
export async function startStandIn(fault?: { call: Call; answer: Answerer }): Promise<StandIn> {
  const counts = new Map<Call, number>();
  const strays: string[] = [];
  const server = await startProviderServer((response, request) => {
    const call = callOf(request);
    if (call === undefined) {
      strays.push(request.path);
      response.writeHead(404).end();
      return;
    }
    counts.set(call, (counts.get(call) ?? 0) + 1);
    const asked = { call, request, address: server.url, ...goodAnswer(call, request) };
    if (fault?.call === call) fault.answer(response, asked);
    else json(asked.body)(response, request);
  });
  return { url: server.url, counts, strays, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** The kind of call a request is; undefined for a path that belongs to no provider. */
export function callOf({
  path,
  query,
  body,
}: Pick<SeenRequest, 'path' | 'query' | 'body'>): Call | undefined {
  if (path === '/search.json') return query['start'] === undefined ? 'search page 1' : 'search page 2';
  if (path === '/api/v2/profile' || path === '/api/v2/linkedin') return 'lookup';
  if (path !== '/v1/chat/completions') return undefined;
  const [system] = messagesOf(body);
  return CALLS.find((call) => system.startsWith(`Task: ${call}\n`));
}

const Messages = v.object({
  messages: v.tuple([v.object({ content: v.string() }), v.object({ content: v.string() })]),
});

function messagesOf(body: unknown): [system: string, user: string] {
  const [system, user] = v.parse(Messages, body).messages;
  return [system.content, user.content];
}

function goodAnswer(call: Call, { query, body }: SeenRequest): Pick<Asked, 'body' | 'reply'> {
  if (call === 'search page 1' || call === 'search page 2')
    return { body: searchPage(call === 'search page 1' ? 0 : 10, query['api_key'] ?? ''), reply: '' };
  if (call === 'lookup')
    return { body: recordOf(personAt(query['profile_url'] ?? query['url'] ?? '')), reply: '' };
  const reply = JSON.stringify(goodReply(call, messagesOf(body)[1]));
  return { body: completion(reply), reply };
}

const Listed = v.object({ profiles: v.array(v.object({ index: v.number(), url: v.string() })) });
const Picked = v.object({ profile: v.object({ url: v.string() }) });

function goodReply(call: Call, user: string): unknown {
  if (call === 'query') return QUERY_REPLY;
  if (call === 'assessment') return assessmentOf(personAt(v.parse(Picked, JSON.parse(user)).profile.url));
  const item = call === 'scoring' ? scoredItem : formattedItem;
  const { profiles } = v.parse(Listed, JSON.parse(user));
  return { profiles: profiles.map(({ index, url }) => item(index, personAt(url))) };
}

export interface CompletionParts {
  finishReason?: string;
  refusal?: string;
}

/** A chat completion in OpenAI's format. */
export function completion(
  content: string | null,
  { finishReason = 'stop', refusal }: CompletionParts = {},
): Record<string, unknown> {
  const message = { role: 'assistant', content, refusal: refusal ?? null };
  return {
    id: 'chatcmpl-x',
    object: 'chat.completion',
    model: 'gpt-4.1-mini',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: { prompt_tokens: 800, completion_tokens: 64, total_tokens: 864 },
  };
}
