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
  it('prompts for a message, with sending disabled while empty', () => {
    const html = draw({});
    expect(html).toContain('placeholder="Message Expertscope..."');
    expect(html).toContain('aria-disabled="false"');
    expect(html).toMatch(/aria-label="Send message"[^>]*disabled=""/);
  });

  it('asks the user to wait while loading, but stays in the tab order', () => {
    const html = draw({ disabled: true });
    expect(html).toContain('placeholder="Please wait..."');
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toMatch(/<textarea[^>]* disabled/);
  });

  it('accepts the next request while a search runs', () => {
    const html = draw({ isBusy: true, onStop: nothing });
    expect(html).toContain('placeholder="Your next request..."');
    expect(html).toContain('aria-disabled="false"');
  });

  it('offers to stop only a search that can be stopped', () => {
    expect(draw({ isBusy: true, onStop: nothing })).toContain('aria-label="Stop search"');
    expect(draw({ isBusy: true })).not.toContain('Stop search');
  });

  it('shows at once that it is stopping, and disables the button', () => {
    const html = draw({ isBusy: true, onStop: nothing, isStopping: true });
    expect(html).toMatch(/<button type="button" aria-disabled="true"[^>]*>.*Stopping…<\/button>/);
    expect(html).not.toContain('Stop search');
  });
});
