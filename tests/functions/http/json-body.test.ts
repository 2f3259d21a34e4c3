import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readJsonBody } from '#functions/http/json-body.ts';
import { LIMITS } from '#shared/limits.ts';

const Schema = v.strictObject({ name: v.string(), inner: v.exactOptional(v.unknown()) });

const post = (body: BodyInit, contentType: string | null = 'application/json') =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: contentType === null ? {} : { 'content-type': contentType },
  });

const read = (body: BodyInit, contentType?: string | null) => readJsonBody(post(body, contentType), Schema);

describe('a JSON body', () => {
  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'is read when it comes as %s',
    async (contentType) => {
      expect(await read('{"name":"Zoë"}', contentType)).toEqual({ name: 'Zoë' });
    },
  );

  it.each([null, '', 'text/plain', 'application/jsonp', 'application/json; charset=latin1', 'text/json'])(
    'is rejected when it comes as %j',
    async (contentType) => {
      await expect(read('{"name":"x"}', contentType)).rejects.toMatchObject({
        code: 'unsupported-media-type',
      });
    },
  );

  it.each([
    ['', 'The request is not valid JSON.'],
    ['{', 'The request is not valid JSON.'],
    ['null', 'The request must be a JSON object.'],
    ['[]', 'The request must be a JSON object.'],
    ['[{"name":"x"}]', 'The request must be a JSON object.'],
    ['"name"', 'The request must be a JSON object.'],
    ['[1e999]', 'The request must be a JSON object.'],
    ['{}', 'The field "name" is missing.'],
    ['{"name":1}', 'The field "name" must be string.'],
    ['{"name":null}', 'The field "name" must be string.'],
    ['{"name":"x","role":"admin"}', 'The field "role" is not known.'],
    ['{"name":"x","__proto__":{"a":1}}', 'The field "__proto__" is not known.'],
    ['{"name":"x","name":"y"}', 'The field "name" is given twice.'],
    ['{"name":"x","n\\u0061me":"y"}', 'The field "name" is given twice.'],
    ['{"name":"x","inner":[{"a":1,"b":{"c":1,"c":2}}]}', 'The field "c" is given twice.'],
    ['{"name":"x","inner":{"a":1e999}}', 'The field "a" must not be so large or so small.'],
    ['{"name":"x","inner":[1,-1E+999]}', 'The field "inner" must not be so large or so small.'],
    ['{"name":"x","inner":9007199254740993}', 'The field "inner" must not be so large or so small.'],
    ['{"name":"x","inner":1e-131}', 'The field "inner" must not be so large or so small.'],
  ])('%j is answered: %s', async (body, message) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'bad-request', message });
  });

  it.each([
    '{"name":"a \\" and } and { and \\"name\\": in a string"}',
    '{"name":"x","inner":[{"name":1},{"name":2},{"inner":{"name":3}}]}',
    '{"name":"x","inner":"name"}',
    '{ "name" : "x" , "inner" : ["inner","inner"] }',
  ])('may repeat a name in different places: %s', async (body) => {
    expect(await read(body)).toEqual(JSON.parse(body));
  });

  it.each(['0', '-0.0', '-12.5', '1e-7', '1E2', '9007199254740991', '"1e999"', '["1e999","x"]'])(
    'may hold %s, which can be stored as it is',
    async (inner) => {
      const body = `{"name":"x","inner":${inner}}`;
      expect(await read(body)).toEqual(JSON.parse(body));
    },
  );

  it('is rejected when it is nested too deeply', async () => {
    const nested = (depth: number) => `{"name":"x","inner":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    // The object itself is the first of twenty levels.
    expect(await read(nested(19))).toHaveProperty('inner');
    for (const depth of [20, 30_000])
      await expect(read(nested(depth))).rejects.toMatchObject({
        message: 'The request is nested too deeply.',
      });
  });

  it('is rejected when it is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    await expect(read(bytes)).rejects.toMatchObject({ message: 'The request is not valid UTF-8.' });
  });

  it('is limited in bytes, whether or not it declares its length', async () => {
    const filled = (bytes: number) => `{"name":"${'x'.repeat(bytes - '{"name":""}'.length)}"}`;
    expect(await read(filled(LIMITS.bodyBytes))).toHaveProperty('name');
    await expect(read(filled(LIMITS.bodyBytes + 1))).rejects.toMatchObject({ code: 'body-too-large' });
    const lying = new Request('http://localhost/', {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { 'content-type': 'application/json', 'content-length': '100000' },
    });
    await expect(readJsonBody(lying, Schema)).rejects.toMatchObject({ code: 'body-too-large' });
  });

  it('is quoted only in part in its error message', async () => {
    const name = 'n'.repeat(5_000);
    const said = await read(`{"name":"x","${name}":"a secret"}`).catch((error: Error) => error.message);
    expect(said).toHaveLength('The field "" is not known.'.length + 80);
  });

  it('is checked up to its first mistake only, since a large one may have a million', async () => {
    let checked = 0;
    const wrong = v.check(() => {
      checked += 1;
      return false;
    });
    const Items = v.object({ items: v.array(v.pipe(v.unknown(), wrong)) });
    const body = JSON.stringify({ items: Array(1_000).fill(0) });
    await expect(readJsonBody(post(body), Items)).rejects.toMatchObject({ code: 'bad-request' });
    expect(checked).toBe(1);
  });
});
