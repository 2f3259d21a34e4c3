import type { Handler } from 'hono';
import { HttpProblem } from '#functions/http/problem.ts';

/** Refuses every method that no route before took. `methods` as in the Allow header. */
export const allowOnly =
  (methods: string): Handler =>
  () => {
    throw new HttpProblem('method-not-allowed', { headers: { allow: methods } });
  };
