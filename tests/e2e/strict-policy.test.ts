import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '#infra/cloud/artifacts.ts';
import { serveEdge } from '#tests/infra/cloud/support/edge.ts';
import { ROOT } from '#tests/infra/cloud/support/project.ts';
import { publishedConfigText, synthesize } from '#tests/infra/cloud/support/synthesize.ts';
import { expect, test } from './fixtures.ts';
import { inputOf, send, startOf } from './page.ts';

test('the page of the synthesized stack asks for nothing its policy forbids, and sends the hash of what is typed', async ({
  page,
}) => {
  const asked: Request[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  buildSite({ root: ROOT, outputFolder: folder });
  const beta = synthesize({ stage: 'beta', passwords: 'strong' });
  const edge = await serveEdge({
    template: beta.template,
    folder,
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
    await rm(folder, { recursive: true, force: true });
  }
});
