import * as v from 'valibot';

/** Milliseconds since 1970. */
const time = v.number();

const codeSchema = v.object({ value: v.string(), expiresAt: time });
const triesSchema = v.object({ count: v.number(), lastAt: time });

const userSchema = v.object({
  /** The `sub` claim, a UUID. */
  sub: v.string(),
  /** The `sub` again, or `google_<id>`. */
  username: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  name: v.exactOptional(v.string()),
  picture: v.exactOptional(v.string()),
  status: v.picklist(['UNCONFIRMED', 'CONFIRMED', 'RESET_REQUIRED', 'EXTERNAL_PROVIDER']),
  enabled: v.boolean(),
  createdAt: time,
  /** SRP salt and verifier: all that is kept of the password. People of Google have none. */
  password: v.exactOptional(v.object({ salt: v.string(), verifier: v.string() })),
  /** The account's id at Google. */
  googleId: v.exactOptional(v.string()),
  codes: v.object({ signUp: v.exactOptional(codeSchema), reset: v.exactOptional(codeSchema) }),
  /** Wrong tries in a row. */
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

/** All that survives a restart. */
export const stateSchema = v.object({
  version: v.literal(1),
  users: v.array(userSchema),
  sessions: v.array(sessionSchema),
  mails: v.array(mailSchema),
});

export type State = v.InferOutput<typeof stateSchema>;
export type User = v.InferOutput<typeof userSchema>;
export type Session = v.InferOutput<typeof sessionSchema>;
export type Mail = v.InferOutput<typeof mailSchema>;
export type Tries = v.InferOutput<typeof triesSchema>;
