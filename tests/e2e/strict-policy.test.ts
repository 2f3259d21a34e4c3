import { createHash } from 'node:crypto';
import { serveEdge } from '#tests/infra/cloud/support/edge.ts';
import { publishedConfigText, synthesize } from '#tests/infra/cloud/support/synthesize.ts';
import { BUILT_SITE } from '#tests/support/built-site.ts';
import { expect, test } from './fixtures.ts';
import { inputOf, send, startOf } from './page.ts';

test('the synthesised stack’s page complies with its policy, and sends the hash of a request body', async ({
  page,
}) => {
  const asked: Request[] = [];
  const beta = synthesize({ stage: 'beta', passwords: 'strong' });
  const edge = await serveEdge({
    template: beta.template,
    folder: BUILT_SITE,
    config: publishedConfigText(beta),
    api(request) {
      asked.push(request);
      const error = { code: 'unavailable', message: 'The service is not available right now.' };
      return Response.json({ error }, { status: 503 });
    },
  });
  try {
    await page.goto(`${edge.url}/login`);
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.goto(edge.url);
    await startOf(page).waitFor();
    await page.getByText('Find the right experts').waitFor();
    await inputOf(page).waitFor();
    const sending = page.waitForRequest((request) => request.method() === 'POST');
    await send(page, 'Peruvian engineers');
    const body = (await sending).postDataBuffer() ?? Buffer.alloc(0);
    const hash = createHash('sha256').update(body).digest('hex');
    await expect.poll(() => asked.at(-1)?.headers.get('x-amz-content-sha256')).toBe(hash);
  } finally {
    await edge.close();
  }
});
