import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import * as jose from 'jose';
import * as v from 'valibot';
import { readCheckedFile, writeAtomically } from '../checked-file.ts';

const ALGORITHM = 'RS256';
const CLIENT_ID_LENGTH = 26;

const installationSchema = v.object({
  clientId: v.pipe(v.string(), v.regex(/^[a-z0-9]{26}$/)),
  privateKey: v.looseObject({
    kty: v.literal('RSA'),
    ...v.entriesFromList(['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'], v.string()),
  }),
});
type StoredInstallation = v.InferOutput<typeof installationSchema>;

/** The public half of the signing key, as JWKS lists it. */
export type PublicKey = { kty: 'RSA'; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' };

/** Created once per data folder: the app client's id and the key that signs its tokens. */
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** An id in Cognito's format. A new folder gets a new one, so that a browser does not resume sessions from an earlier folder. */
function makeClientId(): string {
  const characters = Array.from({ length: CLIENT_ID_LENGTH }, () => randomInt(36).toString(36));
  return characters.join('');
}

async function makeInstallation(): Promise<StoredInstallation> {
  const { privateKey } = await jose.generateKeyPair(ALGORITHM, { extractable: true });
  return v.parse(installationSchema, {
    clientId: makeClientId(),
    privateKey: await jose.exportJWK(privateKey),
  });
}

/** Reads `cognito-keys.json` in an existing folder, or creates it, readable by its owner only. */
export async function openInstallation(dataDir: string, clock: () => number) {
  const path = join(dataDir, 'cognito-keys.json');
  const consequence = 'The local Cognito made new keys: everybody has to sign in again.';
  let stored = await readCheckedFile({ path, schema: installationSchema, consequence, clock });
  if (!stored) {
    stored = await makeInstallation();
    await writeAtomically(path, JSON.stringify(stored));
  }
  const { clientId, privateKey: privateJwk } = stored;
  const { kty, n, e } = privateJwk;
  const kid = await jose.calculateJwkThumbprint({ kty, n, e });
  const publicJwk: PublicKey = { kty, n, e, kid, alg: ALGORITHM, use: 'sig' };
  return { clientId, privateJwk, publicJwk };
}
