import * as v from 'valibot';
import { MINIMUM_PASSWORD_LENGTH } from './limits.ts';

/** Where the page gets its {@link SiteConfig}; never cached. */
export const SITE_CONFIG_PATH = '/config.json';

/** Where Cognito redirects the browser after a sign-in with a provider, on the site's own origin. */
export const SIGN_IN_CALLBACK_PATH = '/login';

/** Who may create an account: anybody, only people invited by an administrator, or nobody. */
export const SIGN_UPS = ['open', 'invited', 'closed'] as const;

/** The user pool's name for the deployment's own SAML or OIDC provider. User names start with it, so it must never change. */
export const ORGANISATION = 'Organisation';

/**
 * The user pool attribute with a person's id at the deployment's own OIDC provider, exactly as the provider writes it. The person's user
 * name in the pool also ends with that id, but in lower case. This is a standard attribute, since a custom one could never be removed from
 * the pool again. Nothing else here uses it, and it accepts any 2,048 characters.
 */
export const PROVIDER_ID = 'nickname';

/** A user pool's password requirements: the length in characters, and the kinds of characters that a password must contain. */
export const PasswordPolicy = v.object({
  minimumLength: v.number(),
  lowercase: v.boolean(),
  uppercase: v.boolean(),
  digits: v.boolean(),
  symbols: v.boolean(),
});
export type PasswordPolicy = v.InferOutput<typeof PasswordPolicy>;

/** For a deployment that does not configure one: docs/behaviour.md#passwords. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  minimumLength: MINIMUM_PASSWORD_LENGTH,
  lowercase: false,
  uppercase: false,
  digits: false,
  symbols: false,
};

/** The page's information about its deployment. Contains no secrets. */
export const SiteConfig = v.object({
  stage: v.string(),
  region: v.string(),
  userPoolId: v.string(),
  userPoolClientId: v.string(),
  /** The host of Cognito's OAuth endpoints, without a scheme; only present if a provider is offered. */
  oauthDomain: v.optional(v.string()),
  google: v.boolean(),
  /** The name of the deployment's own SAML or OIDC provider, for its button; only present if there is one. */
  organisation: v.optional(v.string()),
  /** 'open' when absent. */
  signUp: v.optional(v.picklist(SIGN_UPS)),
  /** Only email addresses of these domains may sign up; any when absent. */
  emailDomains: v.optional(v.array(v.string())),
  /** Whether people without an account may search; they may when absent. */
  anonymous: v.optional(v.boolean()),
  /** Whether people may protect their account with codes from an authenticator app; they may not when absent. */
  totp: v.optional(v.boolean()),
  /** {@link DEFAULT_PASSWORD_POLICY} when absent. */
  passwordPolicy: v.optional(PasswordPolicy),
  /** The user pool's endpoint, if it is not Amazon's: set by the local stack. */
  userPoolEndpoint: v.optional(v.string()),
  /** A page that shows the emails sent by the pool: set by the local stack. */
  mailPage: v.optional(v.string()),
});
export type SiteConfig = v.InferOutput<typeof SiteConfig>;
