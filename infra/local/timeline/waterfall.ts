import { html, raw } from 'hono/html';
import type { ProviderKind } from '#functions/providers/ports.ts';
import { stepOf } from '#shared/steps.ts';
import { renderAttempts } from './attempts.ts';
import type { Call, Timeline, TimelineStep } from './calls.ts';
import { readChat } from './outcome.ts';
import { milliseconds, money, showInvisible, tokens } from './text.ts';

/** The calls, and the providers' display names. */
export interface WaterfallOptions {
  timeline: Timeline;
  /** For web search and profile data; model calls name their own model. */
  labels: Readonly<Record<Exclude<ProviderKind, 'language-model'>, string>>;
}

type Html = ReturnType<typeof html>;

const KIND_LABELS: Readonly<Record<ProviderKind, string>> = {
  'language-model': 'Language model',
  'web-search': 'Web search',
  'profile-data': 'Profile data',
};

/** The calls of each step as bars on a common scale, with what each used; a call expands to show its attempts. */
export function renderWaterfall(options: WaterfallOptions): Html {
  const { timeline } = options;
  const ticks = ticksOf(timeline);
  const key = Object.entries(KIND_LABELS).map(([kind, label]) => html`<li>${swatch(kind)}${label}</li>`);
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

function renderStep(step: TimelineStep, ticks: readonly Tick[], options: WaterfallOptions): Html {
  const about = step.id === undefined ? { title: 'Other calls', description: '' } : stepOf(step.id);
  const { total } = step;
  const numbers = new Map<string, number>();
  return html`<section>
<div class="row step"><h2>${about.title} <small>${about.description}</small></h2><span class="tokens">${tokens(total)}</span><span class="dollars">${money(total.dollars)}</span></div>
${step.calls.map((call) => {
  const what = nameOf(call);
  const number = (numbers.get(what) ?? 0) + 1;
  numbers.set(what, number);
  const isOnlyOne = step.calls.filter((other) => nameOf(other) === what).length === 1;
  return renderCall(call, isOnlyOne ? what : `${what} ${number}`, ticks, options);
})}
</section>`;
}

function nameOf({ kind, task }: Call): string {
  if (kind === 'web-search') return 'Result page';
  if (kind === 'profile-data') return 'Lookup';
  return task === undefined ? 'Model call' : task.charAt(0).toUpperCase() + task.slice(1);
}

function renderCall(call: Call, name: string, ticks: readonly Tick[], options: WaterfallOptions): Html {
  const { scale } = options.timeline;
  const { attempts, total } = call;
  const last = attempts.at(-1);
  const retries = attempts.length - 1;
  const took = (last?.end ?? 0) - (attempts[0]?.start ?? 0);
  const failure = last?.failure;
  return html`<details class="call">
<summary class="row"><span class="name"><b>${name}</b>${
    retries > 0 ? html` <em class="badge">${retries === 1 ? '1 retry' : `${retries} retries`}</em>` : ''
  }${failure === undefined ? '' : html` <em class="badge bad">${showInvisible(failure)}</em>`}<small>${showInvisible(describeTarget(call, options))}</small></span>${renderTrack(call, ticks, options.timeline)}<span class="took">${scale === 'time' ? milliseconds(took) : ''}</span><span class="tokens">${tokens(total)}</span><span class="dollars">${money(total.dollars)}</span></summary>
<div class="inside">${renderAttempts(call, scale)}</div>
</details>`;
}

/** The provider or model called and, for a lookup, the profile. */
function describeTarget({ kind, attempts }: Call, { labels }: WaterfallOptions): string {
  const request = attempts[0]?.recorded.request;
  if (request === undefined) return '';
  if (kind === 'language-model') return readChat(request)?.model ?? KIND_LABELS[kind];
  if (kind === 'web-search') return labels[kind];
  const slug = Object.values(request.query).find((value) => value.includes('/in/'));
  return slug === undefined
    ? labels[kind]
    : `${labels[kind]} · ${decodePath(slug.slice(slug.indexOf('/in/') + 1))}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** In percent; a shorter bar would be invisible. */
const MIN_BAR_WIDTH = 0.35;

function renderTrack({ kind, attempts }: Call, ticks: readonly Tick[], { end }: Timeline): Html {
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
    const width = Math.max(MIN_BAR_WIDTH, share(ended - start));
    const x = Math.min(share(start), 100 - width);
    return html`<rect class="${kind}${failure === undefined ? '' : ' failed'}" x="${percent(x)}" y="50%" width="${percent(width)}" height="14" rx="3"/>`;
  });
  const lines = ticks.map(
    ({ at }) => html`<line class="tick" x1="${percent(at)}" x2="${percent(at)}" y1="0" y2="100%"/>`,
  );
  return html`<svg class="track" aria-hidden="true">${lines}${waits}${bars}</svg>`;
}

const percent = (value: number): string => `${Number(value.toFixed(3))}%`;

/** `at` is in percent of the scale. */
interface Tick {
  at: number;
  label: string;
}

const MAX_TICKS = 5;

/** A handful of round numbers, starting at zero. */
function ticksOf({ scale, end }: Timeline): Tick[] {
  const magnitude = 10 ** Math.floor(Math.log10(end / MAX_TICKS));
  const step = Math.max(
    1,
    ([1, 2, 5, 10].find((factor) => factor * magnitude * MAX_TICKS >= end) ?? 10) * magnitude,
  );
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => ({
    at: (100 * index * step) / end,
    label: tickLabel(index * step, scale),
  }));
}

function tickLabel(value: number, scale: Timeline['scale']): string {
  if (scale === 'order') return `call ${value + 1}`;
  return value < 1_000 ? milliseconds(value) : `${Number((value / 1_000).toFixed(2))} s`;
}
