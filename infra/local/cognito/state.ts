import { join } from 'node:path';
import * as v from 'valibot';
import { readCheckedFile, writeAtomically } from '../checked-file.ts';

/** Milliseconds since 1970. */
const time = v.number();

const codeSchema = v.object({ value: v.string(), expiresAt: time });
const triesSchema = v.object({ count: v.number(), lastAt: time });

const userSchema = v.object({
  /** The `sub` claim, a UUID. */
  sub: v.string(),
  /** The `sub`, or e.g. `google_<id>` for an account without a password. */
  username: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  name: v.exactOptional(v.string()),
  picture: v.exactOptional(v.string()),
  status: v.picklist([
    'UNCONFIRMED',
    'CONFIRMED',
    'RESET_REQUIRED',
    'FORCE_CHANGE_PASSWORD',
    'EXTERNAL_PROVIDER',
  ]),
  enabled: v.boolean(),
  createdAt: time,
  /** SRP salt and verifier, all that is stored of the password. Absent for users who only sign in through a provider. */
  password: v.exactOptional(v.object({ salt: v.string(), verifier: v.string() })),
  /** The account's id at Google. */
  googleId: v.exactOptional(v.string()),
  /** The account's id at the deployment's own provider. */
  organisationId: v.exactOptional(v.string()),
  /** When the temporary password was issued. */
  invitedAt: v.exactOptional(time),
  /** The authenticator secret in base32, a new one that is not verified yet, and the last time step whose code was used. */
  totp: v.exactOptional(
    v.object({
      secret: v.exactOptional(v.string()),
      pending: v.exactOptional(v.string()),
      isEnabled: v.boolean(),
      lastStep: v.exactOptional(v.number()),
    }),
  ),
  codes: v.object({ signUp: v.exactOptional(codeSchema), reset: v.exactOptional(codeSchema) }),
  /** Wrong attempts in a row. */
  wrong: v.object({
    password: v.exactOptional(triesSchema),
    signUp: v.exactOptional(triesSchema),
    reset: v.exactOptional(triesSchema),
  }),
  /** When mails with codes were sent within the last hour. */
  mailedAt: v.array(time),
});

const sessionSchema = v.object({
  /** The `origin_jti` claim of all its tokens. */
  id: v.string(),
  sub: v.string(),
  /** SHA-256 of the refresh token's secret part, in hex. */
  secretHash: v.string(),
  scopes: v.array(v.string()),
  authTime: time,
  expiresAt: time,
  revoked: v.boolean(),
});

const mailSchema = v.object({
  id: v.string(),
  /** ISO 8601. */
  sentAt: v.string(),
  to: v.string(),
  subject: v.string(),
  body: v.string(),
  code: v.string(),
});

/** Everything that survives a restart. */
const stateSchema = v.object({
  version: v.literal(1),
  users: v.array(userSchema),
  sessions: v.array(sessionSchema),
  mails: v.array(mailSchema),
});

type State = v.InferOutput<typeof stateSchema>;
export type User = v.InferOutput<typeof userSchema>;
export type Session = v.InferOutput<typeof sessionSchema>;
export type Mail = v.InferOutput<typeof mailSchema>;

/** The pool's state in memory, changed in place without awaiting anything, with a function to save it. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** Opens `cognito.json` in an existing folder. Drops expired sessions. */
export async function openStore(dataDir: string, clock: () => number) {
  const path = join(dataDir, 'cognito.json');
  const consequence = 'The local Cognito starts without accounts: sign up again.';
  const stored = await readCheckedFile({ path, schema: stateSchema, consequence, clock });
  const state: State = stored ?? { version: 1, users: [], sessions: [], mails: [] };
  state.sessions = state.sessions.filter((session) => session.expiresAt > clock());

  let written = stored && JSON.stringify(stored);
  const write = async (): Promise<void> => {
    const text = JSON.stringify(state);
    if (text === written) return;
    await writeAtomically(path, text);
    written = text;
  };
  // One write at a time; all calls during a write share the next one.
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return {
    state,
    /** Resolves when all changes so far are on disk; writes nothing if nothing changed. Rejects when writing fails. */
    save(): Promise<void> {
      if (!waiting) {
        waiting = last.then(() => {
          waiting = undefined;
          return write();
        });
        last = waiting.catch(() => undefined);
      }
      return waiting;
    },
  };
}
