import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Composer } from '#web/features/chats/components/index.ts';

const nothing = () => undefined;
const draw = (part: Partial<ComponentProps<typeof Composer>>) =>
  renderToStaticMarkup(
    <Composer
      area={{ current: null }}
      chatId={undefined}
      disabled={false}
      isBusy={false}
      hasWaiting={false}
      onSend={nothing}
      onStop={undefined}
      isStopping={false}
      returned={undefined}
      onTakeReturned={nothing}
      {...part}
    />,
  );

describe('the message input', () => {
  it('asks for a message, and has nothing to send yet', () => {
    const html = draw({});
    expect(html).toContain('placeholder="Message Expertscope..."');
    expect(html).toContain('aria-disabled="false"');
    expect(html).toMatch(/aria-label="Send message"[^>]*disabled=""/);
  });

  it('asks to wait while something loads, but keeps its place in the tab order', () => {
    const html = draw({ disabled: true });
    expect(html).toContain('placeholder="Please wait..."');
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toMatch(/<textarea[^>]* disabled/);
  });

  it('takes the next request while a search runs', () => {
    const html = draw({ isBusy: true, onStop: nothing });
    expect(html).toContain('placeholder="Your next request..."');
    expect(html).toContain('aria-disabled="false"');
  });

  it('offers to stop only while there is a search to stop', () => {
    expect(draw({ isBusy: true, onStop: nothing })).toContain('aria-label="Stop search"');
    expect(draw({ isBusy: true })).not.toContain('Stop search');
  });

  it('says at once that it is stopping, and takes no second stop', () => {
    const html = draw({ isBusy: true, onStop: nothing, isStopping: true });
    expect(html).toMatch(/<button type="button" aria-disabled="true"[^>]*>.*Stopping…<\/button>/);
    expect(html).not.toContain('Stop search');
  });
});
