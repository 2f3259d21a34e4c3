import { ProviderError } from '../ports/provider-error.ts';
import type { Answer } from './exchange.ts';
import type { Service } from './service.ts';

/**
 * The object in an answer's JSON body: every provider answers with one.
 * @throws ProviderError `no-response` for an empty body, `invalid-reply` for anything that is not a JSON object.
 */
export function readJson({ kind, name }: Service, { headers, text }: Answer, emptyReason: string): object {
  if (text.trim() === '')
    throw new ProviderError({ provider: kind, code: 'no-response', reason: emptyReason });
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type?.includes('html') || /^\s*</.test(text)) throw invalid(`${name} sent a web page instead of data`);
  if (type !== undefined && !/[/+]json$/.test(type)) throw invalid(`${name} sent something other than JSON`);
  const value = parse();
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`${name} sent something other than a JSON object`);
  return value;

  function parse(): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw invalid(`${name} sent JSON that cannot be read`, cause);
    }
  }

  function invalid(reason: string, cause?: unknown): ProviderError {
    return new ProviderError({ provider: kind, code: 'invalid-reply', reason, cause });
  }
}
