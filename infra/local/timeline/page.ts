import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html, raw } from 'hono/html';
import type { Recording } from '../recording/format.ts';
import type { Timeline } from './calls.ts';
import { count, milliseconds, money, showInvisible } from './text.ts';
import { renderWaterfall, type WaterfallOptions } from './waterfall.ts';

interface PageOptions extends WaterfallOptions {
  recording: Recording;
}

type Html = ReturnType<typeof html>;

/**
 * The waterfall of a recording as one self-contained HTML file without scripts. All recorded content is inserted as text: `html` escapes
 * it, and invisible characters are spelled out.
 */
export async function renderPage(options: PageOptions): Promise<string> {
  const { recording, timeline } = options;
  const style = await readStyle();
  // In the file itself, because it is opened without a server that could send headers.
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; font-src data:; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${showInvisible(recording.name)} · Expertscope timeline</title>
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

/** The product's own colours, sizes and font, plus this page's rules. */
async function readStyle(): Promise<string> {
  const [tokens, rules, font] = await Promise.all([
    readFile(new URL('../../../web/styles/tokens.css', import.meta.url), 'utf8'),
    readFile(new URL('page.css', import.meta.url), 'utf8'),
    readFile(
      fileURLToPath(import.meta.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')),
      'base64',
    ),
  ]);
  // Tailwind's @theme block is not plain CSS, but its single-line values are; what follows the block is for the product's page.
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
<h1>${showInvisible(search?.content ?? name)}</h1>
<p class="about">${[
    ...(search === undefined ? [] : [search.deepResearch ? 'Deep Research' : 'Standard search', name]),
    `recorded ${recordedAt.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC')}`,
    ...(providers === undefined ? [] : [providers.simulated ? 'simulated providers' : 'real providers']),
  ]
    .map(showInvisible)
    .join(' · ')}</p>
<dl class="figures">${figures.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
${notesOn(recording, timeline).map((note) => html`<p class="note">${note}</p>`)}
</header>`;
}

function notesOn({ providers }: Recording, { scale, total }: Timeline): string[] {
  return [
    ...(scale === 'order'
      ? [
          'This recording has no times: the bars are in the order in which the calls were sent, all of the same length.',
        ]
      : []),
    ...(providers?.simulated
      ? ['The providers were simulated: every person is invented, and nothing was paid.']
      : []),
    ...(providers === undefined
      ? [
          'This recording does not say which providers were called: prices are those of the configured providers, and simulated calls cost nothing.',
        ]
      : []),
    ...(total.tokensEstimated
      ? ['Some token counts are estimated (~), because their calls did not report them.']
      : []),
    ...(total.dollars === undefined ? ['Some prices are unknown: set them with the PRICE_… variables.'] : []),
  ];
}
