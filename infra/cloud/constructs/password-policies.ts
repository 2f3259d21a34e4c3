import type { PasswordPolicy as UserPoolPolicy } from 'aws-cdk-lib/aws-cognito';
import { MINIMUM_PASSWORD_LENGTH } from '#shared/constants.ts';
import type { PasswordPolicy } from '#shared/site-config.ts';
import type { Settings } from '../settings/schema.ts';

/** What each value of the setting `passwords` asks for. */
export const PASSWORD_POLICIES: Readonly<Record<Settings['passwords'], PasswordPolicy>> = {
  specified: {
    minimumLength: MINIMUM_PASSWORD_LENGTH,
    lowercase: false,
    uppercase: false,
    digits: false,
    symbols: false,
  },
  strong: { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true },
};

export const toUserPoolPolicy = (policy: PasswordPolicy): UserPoolPolicy => ({
  minLength: policy.minimumLength,
  requireLowercase: policy.lowercase,
  requireUppercase: policy.uppercase,
  requireDigits: policy.digits,
  requireSymbols: policy.symbols,
});
