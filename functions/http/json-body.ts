import * as v from 'valibot';
import { LIMITS } from '#shared/constants.ts';
import { HttpProblem } from './problem.ts';

/**
 * The request's JSON body, checked against the schema.
 * @throws HttpProblem 413 over the limit, 415 for another content type, 400 naming what does not hold.
 */
export async function readJsonBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HttpProblem('unsupported-media-type');
  const result = v.safeParse(schema, parseJson(await readText(request)));
  if (result.success) return result.output;
  throw new HttpProblem('bad-request', { message: describeIssue(result.issues[0]) });
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > LIMITS.bodyBytes) throw new HttpProblem('body-too-large');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new HttpProblem('bad-request', { message: 'The request is not valid UTF-8.', cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpProblem('bad-request', { message: 'The request is not valid JSON.', cause });
  }
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? `The request ${issue.message}.` : `The field "${path}" ${issue.message}.`;
}
