import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Composer } from '#web/features/chats/components/index.ts';

const nothing = () => undefined;
const draw = (part: { disabled?: boolean; onStop?: () => void; isStopping?: boolean }) =>
  renderToStaticMarkup(
    <Composer
      area={{ current: null }}
      chatId={undefined}
      disabled={part.disabled ?? false}
      onSend={nothing}
      onStop={part.onStop}
      isStopping={part.isStopping ?? false}
      returned={undefined}
      onTakeReturned={nothing}
    />,
  );

describe('the message input', () => {
  it('asks for a message, and has nothing to send yet', () => {
    const html = draw({});
    expect(html).toContain('placeholder="Message Expertscope..."');
    expect(html).toContain('aria-disabled="false"');
    expect(html).toMatch(/aria-label="Send message"[^>]*disabled=""/);
  });

  it('asks to wait while something runs, but keeps its place in the tab order', () => {
    const html = draw({ disabled: true });
    expect(html).toContain('placeholder="Please wait..."');
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toMatch(/<textarea[^>]* disabled/);
  });

  it('offers to stop only while there is a search to stop', () => {
    expect(draw({ disabled: true, onStop: nothing })).toContain('aria-label="Stop search"');
    expect(draw({ disabled: true })).not.toContain('Stop search');
  });

  it('says at once that it is stopping, and takes no second stop', () => {
    const html = draw({ disabled: true, onStop: nothing, isStopping: true });
    expect(html).toMatch(/<button type="button" aria-disabled="true"[^>]*>.*Stopping…<\/button>/);
    expect(html).not.toContain('Stop search');
  });
});
