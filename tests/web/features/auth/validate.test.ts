import { describe, expect, it } from 'vitest';
import { disabledStorage, MemoryStorage } from '#tests/web/features/chats/memory-storage.ts';
import { storedSession } from '#web/features/auth/model/stored-session.ts';
import {
  validateCode,
  validateEmail,
  validateName,
  validateNewPassword,
  validatePassword,
} from '#web/features/auth/model/validate.ts';
import { SESSION_KEY } from './auth-rig.ts';

describe('what is typed', () => {
  it.each(['ada@example.com', ' ada+x@sub.example.co ', 'łucja@例え.jp'])(
    'takes %s for an address',
    (email) => {
      expect(validateEmail(email)).toBeUndefined();
    },
  );

  it.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@example.com.'])(
    'does not take %s for an address',
    (email) => expect(validateEmail(email)).toBe('Invalid email address.'),
  );

  it('has to be there', () => {
    expect(validateEmail('  ')).toBe('Enter your email address.');
    expect(validatePassword('')).toBe('Enter your password.');
    expect(validateNewPassword('')).toBe('Choose a password.');
    expect(validateName(' ')).toBe('Enter your name.');
  });

  it('counts a new password’s characters as people do, and leaves a known one alone', () => {
    expect(validateNewPassword('12345')).toBe('Password should be at least 6 characters.');
    expect(validateNewPassword('🔑🔑🔑🔑🔑')).toBe('Password should be at least 6 characters.');
    expect(validateNewPassword('123456')).toBeUndefined();
    expect(validatePassword('1')).toBeUndefined();
  });

  it('is a code of six digits, as it is pasted from a mail', () => {
    expect(validateCode(' 012345 ')).toBeUndefined();
    for (const code of ['', '12345', '1234567', '12a456']) expect(validateCode(code)).toBeDefined();
  });
});

describe('the stored session', () => {
  it('is found without Amplify, and changes with the person', () => {
    const storage = new MemoryStorage({ expertscope_chats: '[]' });
    expect(storedSession(storage)).toBeUndefined();
    storage.setItem(SESSION_KEY, 'ada');
    const first = storedSession(storage);
    expect(first).toBeDefined();
    storage.setItem('CognitoIdentityServiceProvider.client-1.ada.accessToken', 'a.b.c');
    expect(storedSession(storage)).toBe(first);
    storage.setItem(SESSION_KEY, 'mateo');
    expect(storedSession(storage)).not.toBe(first);
  });

  it('is none where storage is switched off', () => {
    expect(storedSession(disabledStorage)).toBeUndefined();
    expect(storedSession(undefined)).toBeUndefined();
  });
});
