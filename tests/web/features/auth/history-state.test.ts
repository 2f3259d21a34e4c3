import { afterEach, expect, it, vi } from 'vitest';
import {
  keepAddress,
  keepPlace,
  navigationState,
  navigationStateWithTyped,
  readHistoryState,
} from '#web/features/auth/history-state.ts';

function at(state: unknown) {
  const history = {
    state,
    replaceState(next: unknown) {
      history.state = next;
    },
  };
  vi.stubGlobal('history', history);
}
afterEach(() => void vi.unstubAllGlobals());

it.each(['/chat/chat_1', '/lists', '/lists/list_1', '/chat/chat_1#share-msg_1'])(
  'signing in leads back to %s',
  (returnTo) => {
    at({ returnTo });
    expect(navigationState({ confirmed: 'ada@example.com' })).toEqual({
      confirmed: 'ada@example.com',
      returnTo,
    });
    keepAddress('ada@example.com');
    expect(readHistoryState()).toEqual({ codeFor: 'ada@example.com', returnTo });
  },
);

it.each([
  ...[
    'https://evil.example/chat/chat_1',
    '//evil.example',
    '/\\evil.example',
    '/chat/..',
    '/chat//evil.example',
  ],
  ...['/login', 'javascript:alert(1)', '/chat/chat_1\n', '/chat', '/lists/'],
])('signing in never leads to %s', (returnTo) => {
  at({ returnTo });
  expect(readHistoryState().returnTo).toBeUndefined();
});

it('signing in from a chat’s page leads back to it', () => {
  at(null);
  keepPlace({ pathname: '/login', hash: '' });
  expect(readHistoryState()).toEqual({});
  keepPlace({ pathname: '/chat/chat_1', hash: '#msg_1' });
  expect(readHistoryState()).toEqual({ returnTo: '/chat/chat_1#msg_1' });
});

it('a typed email address is carried along and restored on the way back', () => {
  at({ confirmed: 'ada@example.com' });
  expect(navigationStateWithTyped('mateo@example.com')).toEqual({
    typed: 'mateo@example.com',
    returnTo: undefined,
  });
  expect(readHistoryState().typed).toBe('mateo@example.com');
  expect(navigationStateWithTyped(undefined).typed).toBe('mateo@example.com');
});
