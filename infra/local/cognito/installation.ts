import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import * as v from 'valibot';
import { readCheckedFile, writeAtomically } from './state.ts';

const ALGORITHM = 'RS256';
const CLIENT_ID_LENGTH = 26;

const text = v.string();
const installationSchema = v.object({
  clientId: v.pipe(text, v.regex(/^[a-z0-9]{26}$/)),
  privateKey: v.looseObject({
    kty: v.literal('RSA'),
    n: text,
    e: text,
    d: text,
    p: text,
    q: text,
    dp: text,
    dq: text,
    qi: text,
  }),
});
type StoredInstallation = v.InferOutput<typeof installationSchema>;

/** The public half of the signing key, as JWKS lists it. */
export type PublicKey = { kty: 'RSA'; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' };

/** What is made once per data folder: the app client's id and the key that signs its tokens. */
export interface Installation {
  clientId: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: PublicKey;
}

/** An id in the form of Cognito's. A fresh folder gets a fresh one, so a browser does not take up sessions of the one before. */
function makeClientId(): string {
  const characters = Array.from({ length: CLIENT_ID_LENGTH }, () => randomInt(36).toString(36));
  return characters.join('');
}

async function makeInstallation(): Promise<StoredInstallation> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return v.parse(installationSchema, { clientId: makeClientId(), privateKey: await exportJWK(privateKey) });
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new TypeError('An RSA key was expected.');
  return key;
}

/** Reads `cognito-keys.json` in a folder that exists, or makes it, readable by its owner alone. */
export async function openInstallation(options: {
  dataDir: string;
  clock: () => number;
  warn: (sentence: string) => void;
}): Promise<Installation> {
  const { dataDir, clock, warn } = options;
  const path = join(dataDir, 'cognito-keys.json');
  const consequence = 'The local Cognito made new keys: everybody has to sign in again.';
  let stored = await readCheckedFile({ path, schema: installationSchema, consequence, clock, warn });
  if (!stored) {
    stored = await makeInstallation();
    await writeAtomically(path, JSON.stringify(stored));
  }
  const { kty, n, e } = stored.privateKey;
  const kid = await calculateJwkThumbprint({ kty, n, e });
  const publicJwk: PublicKey = { kty, n, e, kid, alg: ALGORITHM, use: 'sig' };
  return {
    clientId: stored.clientId,
    privateKey: await importKey(stored.privateKey),
    publicKey: await importKey(publicJwk),
    publicJwk,
  };
}
