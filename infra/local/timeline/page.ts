import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html, raw } from 'hono/html';
import type { ProviderKind } from '#functions/providers/ports.ts';
import { stepOf } from '#shared/steps.ts';
import type { Recording } from '../recording/format.ts';
import * as calls from './calls.ts';

/** A page of a recording needs what it is about, and who was asked, as people read it. */
export interface PageOptions {
  recording: Recording;
  timeline: calls.Timeline;
  /** Of the web search and the profile data; a model's calls name their own. */
  labels: Readonly<Record<Exclude<ProviderKind, 'language-model'>, string>>;
}

type Html = ReturnType<typeof html>;

/**
 * The waterfall of a recording as one HTML file that needs nothing else and runs nothing. Everything recorded is text in it: `html`
 * escapes what is put in, and characters that cannot be seen are spelled out.
 */
export async function renderPage(options: PageOptions): Promise<string> {
  const { recording, timeline } = options;
  const style = await readStyle();
  // In the file itself, because nobody sends it with headers.
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; font-src data:; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${shown(recording.name)} · Expertscope timeline</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${renderHead(options)}
${timeline.steps.length === 0 ? html`<p class="note">No provider was called.</p>` : renderWaterfall(options)}
</main>
</body>
</html>
`;
  return String(await page);
}

/** The product's own colours, sizes and font, and the page's rules. */
async function readStyle(): Promise<string> {
  const [tokens, rules, font] = await Promise.all([
    readFile(new URL('../../../web/styles/tokens.css', import.meta.url), 'utf8'),
    readFile(new URL('page.css', import.meta.url), 'utf8'),
    readFile(
      fileURLToPath(import.meta.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')),
      'base64',
    ),
  ]);
  // Tailwind's theme is no plain CSS, its single-line values are; what follows its block is for the product's page.
  const theme = tokens.slice(0, tokens.indexOf('\n}\n'));
  const values = theme.match(/--(?:color|font|text|radius)-[\w-]+: [^;*]+;/g) ?? [];
  const face = `@font-face{font-family:'Geist Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font}) format('woff2')}`;
  return `${face}\n:root{${values.join('')}}\n${rules}`;
}

function renderHead({ recording, timeline }: PageOptions): Html {
  const { search, providers, recordedAt, name } = recording;
  const { total, end, scale } = timeline;
  const retries = timeline.steps
    .flatMap((step) => step.calls)
    .reduce((all, call) => all + call.attempts.length - 1, 0);
  const figures = [
    ...(scale === 'time' ? [['Took', milliseconds(end)]] : []),
    ['Model calls', String(total.modelCalls)],
    ['Search pages', String(total.searchPages)],
    ['Lookups', String(total.lookups)],
    ['Retries', String(retries)],
    ['Tokens in', count(total.inputTokens)],
    ['Tokens out', count(total.outputTokens)],
    [providers?.simulated === false ? 'Cost' : 'At list prices', money(total.dollars)],
  ];
  return html`<header>
<p class="over">Expertscope timeline</p>
<h1>${shown(search?.content ?? name)}</h1>
<p class="about">${[
    ...(search === undefined ? [] : [search.deepResearch ? 'Deep Research' : 'Standard search', name]),
    `recorded ${recordedAt.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC')}`,
    ...(providers === undefined ? [] : [providers.simulated ? 'simulated providers' : 'real providers']),
  ]
    .map(shown)
    .join(' · ')}</p>
<dl class="figures">${figures.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
${notesOn(recording, timeline).map((note) => html`<p class="note">${note}</p>`)}
</header>`;
}

function notesOn({ providers }: Recording, { scale, total }: calls.Timeline): string[] {
  return [
    ...(scale === 'order'
      ? [
          'This recording has no times: the bars stand in the order in which the calls were sent, all of one length.',
        ]
      : []),
    ...(providers?.simulated
      ? ['The providers were simulated: every person is invented, and nothing was paid.']
      : []),
    ...(providers === undefined
      ? [
          'This recording does not say who was asked: prices are those of the providers that are configured, and nothing was paid where they were simulated.',
        ]
      : []),
    ...(total.tokensEstimated
      ? ['Some tokens are estimated (~): their calls did not say how many they took.']
      : []),
    ...(total.dollars === undefined
      ? ['Something was used whose price is not known: PRICE_… variables set prices.']
      : []),
  ];
}

const KINDS: Readonly<Record<ProviderKind, string>> = {
  'language-model': 'Language model',
  'web-search': 'Web search',
  'profile-data': 'Profile data',
};

function renderWaterfall(options: PageOptions): Html {
  const { timeline } = options;
  const ticks = ticksOf(timeline);
  const key = Object.entries(KINDS).map(([kind, label]) => html`<li>${swatch(kind)}${label}</li>`);
  return html`<ul class="key" aria-label="Colours">${key}<li>${swatch('failed')}Failed attempt</li><li>${swatch('wait')}Wait before a retry</li></ul>
<div class="waterfall">
<div class="row columns" aria-hidden="true"><span>Call</span><svg class="axis">${ticks.map(
    ({ at, label }) =>
      html`<text x="${percent(at)}" y="14" ${raw(at > 90 ? 'class="last"' : at > 0 ? 'class="middle"' : '')}>${label}</text>`,
  )}</svg><span class="took">${timeline.scale === 'time' ? 'Took' : ''}</span><span class="tokens">Tokens in / out</span><span class="dollars">Dollars</span></div>
${timeline.steps.map((step) => renderStep(step, ticks, options))}
</div>`;
}

const swatch = (kind: string): Html =>
  html`<svg class="swatch" aria-hidden="true"><${raw(kind === 'wait' ? 'line x1="0" x2="100%" y1="50%" y2="50%"' : 'rect width="100%" height="100%" rx="3"')} class="${kind}"/></svg>`;

function renderStep(step: calls.TimelineStep, ticks: readonly Tick[], options: PageOptions): Html {
  const about = step.id === undefined ? { title: 'Other calls', description: '' } : stepOf(step.id);
  const { total } = step;
  const numbers = new Map<string, number>();
  return html`<section>
<div class="row step"><h2>${about.title} <small>${about.description}</small></h2><span class="tokens">${tokens(total)}</span><span class="dollars">${money(total.dollars)}</span></div>
${step.calls.map((call) => {
  const what = nameOf(call);
  const number = (numbers.get(what) ?? 0) + 1;
  numbers.set(what, number);
  const alone = step.calls.filter((other) => nameOf(other) === what).length === 1;
  return renderCall(call, alone ? what : `${what} ${number}`, ticks, options);
})}
</section>`;
}

function nameOf({ kind, task }: calls.Call): string {
  if (kind === 'web-search') return 'Result page';
  if (kind === 'profile-data') return 'Lookup';
  return task === undefined ? 'Model call' : task.charAt(0).toUpperCase() + task.slice(1);
}

function renderCall(call: calls.Call, name: string, ticks: readonly Tick[], options: PageOptions): Html {
  const { scale } = options.timeline;
  const { attempts, total } = call;
  const last = attempts.at(-1);
  const retries = attempts.length - 1;
  const took = (last?.end ?? 0) - (attempts[0]?.start ?? 0);
  const failure = last?.failure;
  return html`<details class="call">
<summary class="row"><span class="name"><b>${name}</b>${
    retries > 0 ? html` <em class="badge">${retries === 1 ? '1 retry' : `${retries} retries`}</em>` : ''
  }${failure === undefined ? '' : html` <em class="badge bad">${shown(failure)}</em>`}<small>${shown(askedOf(call, options))}</small></span>${renderTrack(call, ticks, options.timeline)}<span class="took">${scale === 'time' ? milliseconds(took) : ''}</span><span class="tokens">${tokens(total)}</span><span class="dollars">${money(total.dollars)}</span></summary>
<div class="inside">${attempts.map((attempt, index) => renderAttempt(attempt, index, call, options))}</div>
</details>`;
}

/** Whom a call asked, and of a lookup about whom. */
function askedOf({ kind, attempts }: calls.Call, { labels }: PageOptions): string {
  const request = attempts[0]?.recorded.request;
  if (request === undefined) return '';
  if (kind === 'language-model') return calls.readChat(request)?.model ?? KINDS[kind];
  if (kind === 'web-search') return labels[kind];
  const slug = Object.values(request.query).find((value) => value.includes('/in/'));
  return slug === undefined
    ? labels[kind]
    : `${labels[kind]} · ${decoded(slug.slice(slug.indexOf('/in/') + 1))}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whatever is shorter could not be seen; in percent. */
const SHORTEST_BAR = 0.35;

function renderTrack({ kind, attempts }: calls.Call, ticks: readonly Tick[], { end }: calls.Timeline): Html {
  const share = (at: number) => (100 * at) / end;
  const waits = attempts.flatMap((attempt, index) => {
    const next = attempts[index + 1];
    return next === undefined
      ? []
      : [
          html`<line class="wait" x1="${percent(share(attempt.end))}" x2="${percent(share(next.start))}" y1="50%" y2="50%"/>`,
        ];
  });
  const bars = attempts.map(({ start, end: ended, failure }) => {
    const width = Math.max(SHORTEST_BAR, share(ended - start));
    const x = Math.min(share(start), 100 - width);
    return html`<rect class="${kind}${failure === undefined ? '' : ' failed'}" x="${percent(x)}" y="50%" width="${percent(width)}" height="14" rx="3"/>`;
  });
  const lines = ticks.map(
    ({ at }) => html`<line class="tick" x1="${percent(at)}" x2="${percent(at)}" y1="0" y2="100%"/>`,
  );
  return html`<svg class="track" aria-hidden="true">${lines}${waits}${bars}</svg>`;
}

const percent = (value: number): string => `${Number(value.toFixed(3))}%`;

/** `at` in percent of the scale. */
interface Tick {
  at: number;
  label: string;
}

const MOST_TICKS = 5;

/** Round numbers from the beginning, a handful of them. */
function ticksOf({ scale, end }: calls.Timeline): Tick[] {
  const magnitude = 10 ** Math.floor(Math.log10(end / MOST_TICKS));
  const step = Math.max(
    1,
    ([1, 2, 5, 10].find((factor) => factor * magnitude * MOST_TICKS >= end) ?? 10) * magnitude,
  );
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => ({
    at: (100 * index * step) / end,
    label: tickLabel(index * step, scale),
  }));
}

function renderAttempt(attempt: calls.Attempt, index: number, call: calls.Call, options: PageOptions): Html {
  const { recorded, failure } = attempt;
  const several = call.attempts.length > 1;
  const before = call.attempts[index - 1];
  const waited =
    before !== undefined && options.timeline.scale === 'time'
      ? `, ${milliseconds(attempt.start - before.end)} after the one before`
      : '';
  return html`<section class="attempt">
${several ? html`<h3>Attempt ${index + 1} of ${call.attempts.length}${failure === undefined ? '' : `: ${shown(failure)}`}${waited}</h3>` : ''}
<dl class="facts">${factsOf(attempt, options.timeline).map(
    ([term, value]) => html`<div><dt>${shown(term)}</dt><dd>${shown(value)}</dd></div>`,
  )}</dl>
<div class="said"><div><h4>Asked</h4>${askedIn(recorded.request)}</div><div><h4>Said</h4>${saidIn(attempt)}</div></div>
</section>`;
}

function tickLabel(value: number, scale: calls.Timeline['scale']): string {
  if (scale === 'order') return `call ${value + 1}`;
  return value < 1_000 ? milliseconds(value) : `${Number((value / 1_000).toFixed(2))} s`;
}

type Fact = readonly [term: string, value: string];

function factsOf(attempt: calls.Attempt, { scale }: calls.Timeline): Fact[] {
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

function outcomeFacts({ outcome }: calls.Attempt['recorded'], timed: boolean): Fact[] {
  if ('failed' in outcome)
    return [
      ...(timed ? [['Ended', `${milliseconds(outcome.after)} later`] as const] : []),
      ['Outcome', outcome.failed],
    ];
  const { after, chunks, status, statusText, headers } = outcome;
  const bytes = chunks.reduce((total, [, size]) => total + size, 0);
  const times: Fact[] = [
    ['First byte', `${milliseconds(after)} later`],
    ['Whole answer', `${milliseconds(chunks.at(-1)?.[0] ?? after)} later`],
  ];
  return [
    ...(timed ? times : []),
    ['Status', `${status} ${statusText}`.trim()],
    ...(bytes > 0 ? [['Size', `${count(bytes)} bytes`] as const] : []),
    ...Object.entries(headers),
  ];
}

const TITLES: Readonly<Record<string, string>> = { system: 'Instructions', user: 'Data', assistant: 'Model' };

function askedIn(request: calls.Attempt['recorded']['request']): Html {
  const chat = calls.readChat(request);
  if (chat === undefined || typeof request.body !== 'object') {
    const { method, endpoint, query, body } = request;
    return html`${block(`${method} ${endpoint}`, { ...query, ...(body !== undefined && { body }) })}`;
  }
  const rest = Object.entries(request.body ?? {}).filter(([name]) => name !== 'messages');
  return html`${chat.messages.map(({ role, content }) =>
    block(Object.hasOwn(TITLES, role) ? (TITLES[role] ?? role) : role, content),
  )}${block('Settings', Object.fromEntries(rest))}`;
}

function saidIn({ recorded: { outcome }, reply }: calls.Attempt): Html {
  if ('failed' in outcome) return html`<p class="note">Nothing: ${shown(outcome.failed)}</p>`;
  const whole = outcome.json === undefined ? (outcome.text ?? '') : outcome.json;
  if (reply?.content === undefined) return block('Answer', whole);
  return html`${block('Reply', reply.content)}<details class="whole"><summary>Whole answer</summary>${block('Answer', whole)}</details>`;
}

/** A text or a JSON value under its title; JSON in a text is laid out too. */
function block(title: string, value: unknown): Html {
  return html`<figure><figcaption>${shown(title)}</figcaption><pre tabindex="0">${shown(laidOut(value))}</pre></figure>`;
}

function laidOut(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** Text with what cannot be seen in it spelled out: whoever tests wants to find it, and it must not change how the rest is read. */
const shown = (text: string): string =>
  text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );

function milliseconds(value: number): string {
  if (value < 1_000) return `${Math.round(value)} ms`;
  return `${(value / 1_000).toFixed(2)} s`;
}

const count = (value: number): string => value.toLocaleString('en');

/** Tokens in and out, marked where they are estimated; nothing for what takes none. */
function tokens({ modelCalls, inputTokens, outputTokens, tokensEstimated }: calls.Use): string {
  if (modelCalls === 0) return '';
  return `${tokensEstimated ? '~' : ''}${count(inputTokens)} / ${count(outputTokens)}`;
}

/** To a hundredth of a cent: single calls cost less than one. */
const money = (dollars: number | undefined): string =>
  dollars === undefined ? 'unknown' : `$${dollars.toFixed(4)}`;
