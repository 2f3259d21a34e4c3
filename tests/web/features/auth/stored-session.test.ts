import { describe, expect, it } from 'vitest';
import { disabledStorage, MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { storedPerson, storedSession } from '#web/features/auth/stored-session.ts';
import { SESSION_KEY, sessionOf } from './auth-rig.ts';

describe('the stored session', () => {
  it('is found without Amplify and changes with the user', () => {
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

  it('is undefined when storage is disabled or missing', () => {
    expect(storedSession(disabledStorage)).toBeUndefined();
    expect(storedSession(undefined)).toBeUndefined();
  });
});

describe('the user of the stored session', () => {
  const read = (entries: Record<string, string>) => storedPerson(new MemoryStorage(entries));

  it('is the one named in the ID token, in any script, even after it expires', () => {
    const claims = { name: 'Łucja Nguyễn 阮', picture: 'https://example.com/l.png', exp: 1 };
    expect(read(sessionOf('lucja', claims))).toEqual({
      id: 'lucja',
      email: 'lucja@example.com',
      displayName: 'Łucja Nguyễn 阮',
      photoURL: 'https://example.com/l.png',
    });
    expect(read(sessionOf('ada', { name: ' ' }))).toMatchObject({ displayName: 'Anonymous' });
  });

  it.each([
    ['there is no session', {}],
    ['there is no token', { [SESSION_KEY]: 'ada' }],
    ['the token names nobody', sessionOf('ada', { sub: undefined })],
    [
      'the token is none',
      { ...sessionOf('ada'), 'CognitoIdentityServiceProvider.client-1.ada.idToken': 'a.%.c' },
    ],
    [
      'it cannot be renewed',
      { ...sessionOf('ada'), 'CognitoIdentityServiceProvider.client-1.ada.refreshToken': undefined },
    ],
    [
      'another deployment’s stands beside it',
      { ...sessionOf('ada'), 'CognitoIdentityServiceProvider.other.LastAuthUser': 'mateo' },
    ],
  ])('is undefined when %s', (_, entries) => {
    const stored = Object.entries(entries).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    expect(read(Object.fromEntries(stored))).toBeUndefined();
  });
});
