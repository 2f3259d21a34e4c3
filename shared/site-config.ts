import * as v from 'valibot';
import { MINIMUM_PASSWORD_LENGTH } from './limits.ts';

/** Where the page asks for its {@link SiteConfig}; never cached. */
export const SITE_CONFIG_PATH = '/config.json';

/** Where Cognito sends the browser back to after a sign-in with a provider, on the site's own origin. */
export const SIGN_IN_CALLBACK_PATH = '/login';

/** Who may make an account: anybody, whom an administrator invites, or nobody any more. */
export const SIGN_UPS = ['open', 'invited', 'closed'] as const;

/** What the user pool calls the deployment's own SAML or OIDC provider; the names of its users begin with it. Its label may change, this may not. */
export const ORGANISATION = 'Organisation';

/**
 * The attribute of the user pool that holds somebody's id at the deployment's own OIDC provider as that writes it. The name of their user in
 * the pool ends with it too, but in small letters. It is one that every pool has, since a pool never loses one that is added, and nothing
 * else here uses it: 2,048 characters that anything may be written into.
 */
export const PROVIDER_ID = 'nickname';

/** What a user pool asks of a password: its length in characters and the kinds that must be in it. */
export const PasswordPolicy = v.object({
  minimumLength: v.number(),
  lowercase: v.boolean(),
  uppercase: v.boolean(),
  digits: v.boolean(),
  symbols: v.boolean(),
});
export type PasswordPolicy = v.InferOutput<typeof PasswordPolicy>;

/** Of a deployment that names none: docs/behaviour.md#passwords. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  minimumLength: MINIMUM_PASSWORD_LENGTH,
  lowercase: false,
  uppercase: false,
  digits: false,
  symbols: false,
};

/** What the page is told about the deployment it belongs to: nothing in it is secret. */
export const SiteConfig = v.object({
  stage: v.string(),
  region: v.string(),
  userPoolId: v.string(),
  userPoolClientId: v.string(),
  /** Host of Cognito's OAuth endpoints, without scheme; only where a provider is offered. */
  oauthDomain: v.optional(v.string()),
  google: v.boolean(),
  /** Name of the deployment's own SAML or OIDC provider, for its button; only where there is one. */
  organisation: v.optional(v.string()),
  /** Anybody may when absent. */
  signUp: v.optional(v.picklist(SIGN_UPS)),
  /** Only addresses of these domains may sign up; any when absent. */
  emailDomains: v.optional(v.array(v.string())),
  /** Whether people without an account may search; they may when absent. */
  anonymous: v.optional(v.boolean()),
  /** Whether people may protect their account by codes of an app; they may not when absent. */
  totp: v.optional(v.boolean()),
  /** {@link DEFAULT_PASSWORD_POLICY} when absent. */
  passwordPolicy: v.optional(PasswordPolicy),
  /** Where the pool is spoken to instead of at Amazon: the local stack's. */
  userPoolEndpoint: v.optional(v.string()),
  /** A page that shows the mails the pool has sent: the local stack's. */
  mailPage: v.optional(v.string()),
});
export type SiteConfig = v.InferOutput<typeof SiteConfig>;
