import { describe, expect, it } from 'vitest';
import { loadUser } from '#web/features/auth/api/load-user.ts';
import { createApi } from '#web/lib/api.ts';
import { person } from './auth-rig.ts';

/** The API over a server that answers as told, the last answer for ever, and the calls that reached it. */
function serve(...answers: (() => Response)[]) {
  const calls: string[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push(`${input}`);
    return answer?.() ?? Response.error();
  };
  return { api: createApi({ fetch }), calls };
}
const found = () => Response.json(person('ada'));
const broken = () => new Response('bad gateway', { status: 502 });
const refused = () => Response.json({ error: { code: 'unauthorised', message: 'No.' } }, { status: 401 });

describe('the person’s record', () => {
  it('is asked for again when the service stumbles', async () => {
    const { api, calls } = serve(broken, broken, found);
    expect(await loadUser({ token: 't', api, delays: [1, 1] })).toEqual(person('ada'));
    expect(calls).toEqual(['/api/me', '/api/me', '/api/me']);
  });

  it('is not asked for again when it was refused, nor for ever', async () => {
    const once = serve(refused);
    await expect(loadUser({ token: 't', api: once.api, delays: [1, 1] })).rejects.toMatchObject({
      status: 401,
    });
    expect(once.calls).toHaveLength(1);
    const thrice = serve(broken);
    await expect(loadUser({ token: 't', api: thrice.api, delays: [1, 1] })).rejects.toMatchObject({
      status: 502,
    });
    expect(thrice.calls).toHaveLength(3);
  });
});
