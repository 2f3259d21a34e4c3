import { describe, expect, it } from 'vitest';
import { at, sampleChat } from '#tests/web/features/search/sample-events.ts';
import { askPermission, notifyOfAnswer, takeOffer } from '#web/features/chats/turns/notifications.ts';
import { MemoryStorage } from '../stores/memory-storage.ts';

interface Shown {
  title: string;
  options: NotificationOptions | undefined;
  onclick: (() => void) | null;
}

/** A browser that shows notifications if permitted. */
function browser({
  permission = 'default' as NotificationPermission,
  hasFocus = false,
  throws = false,
} = {}) {
  const shown: Shown[] = [];
  const opened: string[] = [];
  const counts = { asked: 0, focused: 0 };
  class FakeNotification {
    static permission = permission;
    static requestPermission = async () => {
      counts.asked += 1;
      return permission;
    };
    readonly title: string;
    readonly options: NotificationOptions | undefined;
    onclick: (() => void) | null = null;
    constructor(title: string, options?: NotificationOptions) {
      if (throws) throw new TypeError('Illegal constructor.');
      this.title = title;
      this.options = options;
      if (permission === 'granted') shown.push(this);
    }
    close = () => undefined;
  }
  return {
    shown,
    counts,
    // Only the part of the interface that is used.
    Notification: FakeNotification as unknown as typeof Notification,
    storage: new MemoryStorage(),
    hasFocus: () => hasFocus,
    focus: () => {
      counts.focused += 1;
    },
    opened,
    open: (path: string) => opened.push(path),
  };
}

describe('the offer to be notified when a search ends', () => {
  it('is made once per browser, without asking for permission', () => {
    const one = browser();
    expect([takeOffer(one), takeOffer(one)]).toEqual([true, false]);
    expect(one.counts.asked).toBe(0);
    expect(one.shown).toEqual([]);
  });

  it.each([
    ['where it was allowed already', browser({ permission: 'granted' })],
    ['where it was refused', browser({ permission: 'denied' })],
    ['where the browser cannot', browser({ throws: true })],
    ['where there is no such thing', { ...browser(), Notification: undefined }],
    ['where it could not be remembered', { ...browser(), storage: undefined }],
  ])('is not made %s', (_, { Notification: Interface, ...others }) => {
    expect(takeOffer({ ...others, ...(Interface && { Notification: Interface }) })).toBe(false);
  });

  it('asks for permission once accepted', async () => {
    const one = browser();
    await askPermission(one);
    expect(one.counts.asked).toBe(1);
  });
});

describe('an answer that arrives while the page is unfocused', () => {
  it('is announced with its chat’s title and opens the chat', () => {
    const one = browser({ permission: 'granted' });
    notifyOfAnswer(sampleChat(), one);
    expect(one.shown).toMatchObject([
      { title: 'Your search has ended', options: { body: 'Peruvian economists' } },
    ]);
    one.shown[0]?.onclick?.();
    expect([one.opened, one.counts.focused]).toEqual([['/chat/chat_1'], 1]);
  });

  it('is announced once however many pages follow it, and the chat’s next answer again', () => {
    const one = browser({ permission: 'granted' });
    for (const lastMessageAt of [at(1), at(1), at(2)]) notifyOfAnswer(sampleChat({ lastMessageAt }), one);
    const [first, onOtherPage, next] = one.shown.map(({ options }) => options?.tag);
    expect(onOtherPage).toBe(first);
    expect(next).not.toBe(first);
  });

  it.each([
    ['without permission', browser()],
    ['to somebody who is at the page', browser({ permission: 'granted', hasFocus: true })],
    ['where the browser cannot', browser({ permission: 'granted', throws: true })],
  ])('is not announced %s', (_, one) => {
    notifyOfAnswer(sampleChat(), one);
    expect(one.shown).toEqual([]);
  });
});
