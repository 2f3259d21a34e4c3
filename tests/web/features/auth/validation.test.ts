import { describe, expect, it } from 'vitest';
import {
  policyHint,
  readCode,
  validateCode,
  validateEmail,
  validateName,
  validateNewEmail,
  validateNewPassword,
  validatePassword,
} from '#web/features/auth/validation.ts';

const STRONG = { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true };

describe('form validation', () => {
  it.each(['ada@example.com', ' ada+x@sub.example.co ', 'łucja@例え.jp'])(
    'accepts %s as an email address',
    (email) => {
      expect(validateEmail(email)).toBeUndefined();
    },
  );

  it.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@example.com.'])(
    'rejects %s as an email address',
    (email) => expect(validateEmail(email)).toBe('Invalid email address.'),
  );

  it('accepts addresses only at the allowed domains', () => {
    const rule = 'Only email addresses at example.com can have an account here.';
    const check = (email: string) => validateNewEmail(email, ['example.com']);
    expect(check(' Ada@Example.COM ')).toBeUndefined();
    for (const email of ['ada@example.com.evil.example', 'ada@notexample.com', 'ada@sub.example.com'])
      expect(check(email)).toBe(rule);
    expect(check('ada@')).toBe('Invalid email address.');
    expect(validateNewEmail('ada@anywhere.example')).toBeUndefined();
  });

  it('rejects empty fields', () => {
    expect(validateEmail('  ')).toBe('Enter your email address.');
    expect(validatePassword('')).toBe('Enter your password.');
    expect(validateNewPassword('')).toBe('Choose a password.');
    expect(validateName(' ')).toBe('Enter your name.');
  });

  it('counts a new password in user-visible characters, and does not restrict an existing one', () => {
    expect(validateNewPassword('12345')).toBe('Password should be at least 6 characters.');
    expect(validateNewPassword('🔑🔑🔑🔑🔑')).toBe('Password should be at least 6 characters.');
    expect(validateNewPassword('123456')).toBeUndefined();
    expect(validatePassword('1')).toBeUndefined();
  });

  it('rejects a new password longer than Cognito accepts', () => {
    expect(validateNewPassword('a'.repeat(256))).toBeUndefined();
    expect(validateNewPassword('a'.repeat(257))).toBe('A password may have at most 256 characters.');
  });

  it.each(['long enough ', ' long enough', '      ', '\tlong enough', '12345 '])(
    'rejects a new password that starts or ends with whitespace: %j',
    (password) =>
      expect(validateNewPassword(password)).toBe('A password must not start or end with a space.'),
  );

  it('requires a new password to meet the deployment’s policy, and states the whole policy', () => {
    const refusal =
      'Password should be at least 12 characters, with a lowercase letter, an uppercase letter, a digit, and a symbol.';
    for (const weak of [
      'Sh0rt!',
      'no capitals 1',
      'NO SMALL ONES 1',
      'No digits in it',
      'NoSymbols123',
      'Übung123!öä',
    ])
      expect([weak, validateNewPassword(weak, STRONG)]).toEqual([weak, refusal]);
    for (const strong of ['Correct-horse-1', 'Correct horse 1', 'ÉCLAIRé Ab1?'])
      expect([strong, validateNewPassword(strong, STRONG)]).toEqual([strong, undefined]);
    const long = { ...STRONG, lowercase: false, uppercase: false, symbols: false };
    expect(validateNewPassword('eleven char', long)).toBe(
      'Password should be at least 12 characters, with a digit.',
    );
  });

  it('describes the deployment’s password policy, or the default one', () => {
    expect(policyHint()).toBe('At least 6 characters.');
    expect(policyHint({ ...STRONG, lowercase: false, symbols: false })).toBe(
      'At least 12 characters, with an uppercase letter and a digit.',
    );
  });

  it('accepts a six-digit code with the spaces of a pasted one, and in other keyboards’ digits', () => {
    for (const code of [
      ...[' 012345 ', '012 345', '0 1 2 3 4 5', '012\u00a0345'],
      ...['０１２３４５', '０１２\u3000３４５', '٠١٢٣٤٥', '۰۱۲ ۳۴۵'],
    ]) {
      expect(validateCode(code)).toBeUndefined();
      expect(readCode(code)).toBe('012345');
    }
    for (const code of ['', '12345', '1234567', '12a456']) expect(validateCode(code)).toBeDefined();
  });
});
