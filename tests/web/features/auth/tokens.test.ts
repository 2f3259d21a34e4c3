import { describe, expect, it } from 'vitest';
import { disabledStorage, MemoryStorage } from '#tests/web/features/chats/memory-storage.ts';
import { storedSession } from '#web/features/auth/tokens.ts';
import { SESSION_KEY } from './auth-rig.ts';

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
