import { createHmac, getDiffieHellman, hash, hkdfSync } from 'node:crypto';

/**
 * The server's half of Cognito's SRP-6a, matching Amplify's client: the 3072-bit group of RFC 3526 (not RFC 5054's, whose generator is 5),
 * generator 2, SHA-256, and numbers hashed as the bytes of Java's BigInteger.toByteArray().
 */
const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const g = 2n;

/** The stored form of a password, both values in hex. The password cannot be computed from it. */
type PasswordRecord = { salt: string; verifier: string };

/** The account a password belongs to: `poolName` is the pool id after its region, `username` the one the client is told to use. */
type SrpIdentity = { poolName: string; username: string };

const fromHex = (hex: string): bigint => BigInt(`0x${hex}`);

/** A number as hex of even length whose first bit is 0, since Java's BigInteger is signed. */
export function padHex(number: bigint): string {
  const hex = number.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return /^[89a-f]/.test(even) ? `00${even}` : even;
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const sha256 = (data: Buffer | string): string => hash('sha256', data);

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

const k = fromHex(sha256(bytes(padHex(N) + padHex(g))));

/** The record to store for a password; `salt` is random hex. */
export function makePasswordRecord(
  options: SrpIdentity & { password: string; salt: string },
): PasswordRecord {
  const { poolName, username, password, salt } = options;
  const identityHash = sha256(`${poolName}${username}:${password}`);
  const x = fromHex(sha256(bytes(padHex(fromHex(salt)) + identityHash)));
  return { salt, verifier: padHex(modPow(g, x)) };
}

/** The server's public value B for a secret `b`, both in hex. */
export function makePublicValue(options: { record: PasswordRecord; b: string }): string {
  const { record, b } = options;
  return ((k * fromHex(record.verifier) + modPow(g, fromHex(b))) % N).toString(16);
}

/** Whether a client's public value is acceptable: hex, and not 0 modulo N, which would make the key independent of the password. */
export const isPublicValue = (hex: string): boolean =>
  hex.length <= 1024 && /^[0-9a-f]+$/i.test(hex) && fromHex(hex) % N !== 0n;

/** The 16-byte key that both sides share if the password is right; all values in hex. */
export function makeSharedKey(options: { record: PasswordRecord; A: string; B: string; b: string }): Buffer {
  const A = fromHex(options.A);
  const u = fromHex(sha256(bytes(padHex(A) + padHex(fromHex(options.B)))));
  const secret = modPow(A * modPow(fromHex(options.record.verifier), u), fromHex(options.b));
  return Buffer.from(hkdfSync('sha256', bytes(padHex(secret)), bytes(padHex(u)), 'Caldera Derived Key', 16));
}

/** PASSWORD_CLAIM_SIGNATURE in base64, which the client sends to prove that it has the key. */
export function signClaim(
  options: SrpIdentity & { key: Buffer; secretBlock: string; timestamp: string },
): string {
  const { poolName, username, key, secretBlock, timestamp } = options;
  const claim = [poolName, username, Buffer.from(secretBlock, 'base64'), timestamp];
  const hmac = createHmac('sha256', key);
  for (const part of claim) hmac.update(part);
  return hmac.digest('base64');
}
