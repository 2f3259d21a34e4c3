import { html } from 'hono/html';
import type { Attempt, Call, Timeline } from './calls.ts';
import { readChat } from './outcome.ts';
import { count, milliseconds, money, showInvisible, tokens } from './text.ts';

type Html = ReturnType<typeof html>;
type Scale = Timeline['scale'];

/** The expandable details of a call: each attempt's times, request and response. */
export const renderAttempts = ({ attempts }: Call, scale: Scale): Html[] =>
  attempts.map((attempt, index) => renderAttempt(attempt, { index, attempts, scale }));

interface AttemptContext {
  index: number;
  attempts: readonly Attempt[];
  scale: Scale;
}

function renderAttempt(attempt: Attempt, { index, attempts, scale }: AttemptContext): Html {
  const { recorded, failure } = attempt;
  const several = attempts.length > 1;
  const before = attempts[index - 1];
  const waited =
    before !== undefined && scale === 'time'
      ? `, ${milliseconds(attempt.start - before.end)} after the previous one`
      : '';
  return html`<section class="attempt">
${several ? html`<h3>Attempt ${index + 1} of ${attempts.length}${failure === undefined ? '' : `: ${showInvisible(failure)}`}${waited}</h3>` : ''}
<dl class="facts">${factsOf(attempt, scale).map(
    ([term, value]) => html`<div><dt>${showInvisible(term)}</dt><dd>${showInvisible(value)}</dd></div>`,
  )}</dl>
<div class="said"><div><h4>Request</h4>${renderRequest(recorded.request)}</div><div><h4>Response</h4>${renderResponse(attempt)}</div></div>
</section>`;
}

type Fact = readonly [term: string, value: string];

function factsOf(attempt: Attempt, scale: Scale): Fact[] {
  const { recorded, reply, use, start } = attempt;
  const timed = scale === 'time';
  return [
    ...(timed ? [['Sent', `after ${milliseconds(start)}`] as const] : []),
    ...outcomeFacts(recorded, timed),
    ...(reply?.model === undefined ? [] : [['Answered by', reply.model] as const]),
    ...(reply?.finishReason === undefined ? [] : [['Finished', reply.finishReason] as const]),
    ...(use.modelCalls === 0 ? [] : [['Tokens in / out', tokens(use)] as const]),
    ['At list prices', money(use.dollars)],
  ];
}

function outcomeFacts({ outcome }: Attempt['recorded'], timed: boolean): Fact[] {
  if ('failed' in outcome)
    return [
      ...(timed ? [['Ended', `${milliseconds(outcome.after)} later`] as const] : []),
      ['Outcome', outcome.failed],
    ];
  const { after, chunks, status, statusText, headers } = outcome;
  const bytes = chunks.reduce((total, [, size]) => total + size, 0);
  const times: Fact[] = [
    ['First byte', `${milliseconds(after)} later`],
    ['Whole response', `${milliseconds(chunks.at(-1)?.[0] ?? after)} later`],
  ];
  return [
    ...(timed ? times : []),
    ['Status', `${status} ${statusText}`.trim()],
    ...(bytes > 0 ? [['Size', `${count(bytes)} bytes`] as const] : []),
    ...Object.entries(headers),
  ];
}

const ROLE_TITLES: Readonly<Record<string, string>> = {
  system: 'Instructions',
  user: 'Data',
  assistant: 'Model',
};

function renderRequest(request: Attempt['recorded']['request']): Html {
  const chat = readChat(request);
  if (chat === undefined || typeof request.body !== 'object') {
    const { method, endpoint, query, body } = request;
    return html`${renderBlock(`${method} ${endpoint}`, { ...query, ...(body !== undefined && { body }) })}`;
  }
  const rest = Object.entries(request.body ?? {}).filter(([name]) => name !== 'messages');
  return html`${chat.messages.map(({ role, content }) =>
    renderBlock(Object.hasOwn(ROLE_TITLES, role) ? (ROLE_TITLES[role] ?? role) : role, content),
  )}${renderBlock('Settings', Object.fromEntries(rest))}`;
}

function renderResponse({ recorded: { outcome }, reply }: Attempt): Html {
  if ('failed' in outcome) return html`<p class="note">None: ${showInvisible(outcome.failed)}</p>`;
  const whole = outcome.json === undefined ? (outcome.text ?? '') : outcome.json;
  if (reply?.content === undefined) return renderBlock('Response', whole);
  return html`${renderBlock('Reply', reply.content)}<details class="whole"><summary>Whole response</summary>${renderBlock('Response', whole)}</details>`;
}

/** A text or JSON value with a title; JSON inside a text is pretty-printed too. */
function renderBlock(title: string, value: unknown): Html {
  return html`<figure><figcaption>${showInvisible(title)}</figcaption><pre tabindex="0">${showInvisible(prettyPrint(value))}</pre></figure>`;
}

function prettyPrint(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
