import { describe, expect, it } from 'vitest';
import { impatient } from '#tests/web/features/search/impatient.ts';
import { insist } from '#web/features/search/connection/insist.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** Answers by status, one for each attempt; 200 from then on. */
async function attempts(statuses: number[], { overAfter = 99 } = {}): Promise<number> {
  let count = 0;
  const attempt = async () => {
    count += 1;
    const status = statuses[count - 1] ?? 200;
    if (status !== 200) throw new ApiError({ status, code: 'x', message: 'x' });
  };
  await insist({ attempt, isOver: () => count >= overAfter, tools: impatient });
  return count;
}

describe('insisting', () => {
  it('repeats until the service has heard', async () => {
    expect(await attempts([0, 503, 500])).toBe(4);
    expect(await attempts([])).toBe(1);
  });

  it('takes a refusal for an answer', async () => {
    expect(await attempts([0, 401])).toBe(2);
  });

  it('waits for what is still on its way, as long as something is', async () => {
    expect(await attempts([404, 404])).toBe(3);
    expect(await attempts([404, 404, 404, 404], { overAfter: 3 })).toBe(3);
  });
});
