import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { STATES } from '#tests/web/gallery/states.ts';
import { textOf } from '#tests/web/text-of.ts';
import { ProgressPanel } from '#web/features/search/index.ts';
import { formatElapsed } from '#web/features/search/progress-panel.tsx';

const stepsOf = (state: string) => STATES[state]?.().search?.steps ?? [];
const panel = (state: string) =>
  renderToStaticMarkup(<ProgressPanel steps={stepsOf(state)} loadingMessage="Initializing AI systems..." />);

describe('the progress panel', () => {
  it('shows the loading message before the first step', () => {
    expect(textOf(panel('initializing'))).toBe('Initializing AI systems...');
  });

  it('shows each step with its description, details and time', () => {
    const text = textOf(panel('streaming-deep'));
    expect(text).toContain(
      'Completed: AI Search 2.1 s Searching the web for matching LinkedIn profiles 20 results, 18 distinct profiles',
    );
    expect(text).toContain('In progress: Profile Verification');
    expect(text).not.toContain('Initializing');
  });

  it('announces reconnecting in a live region', () => {
    const draw = (isReconnecting: boolean) =>
      renderToStaticMarkup(
        <ProgressPanel
          steps={stepsOf('streaming-deep')}
          loadingMessage={undefined}
          isReconnecting={isReconnecting}
        />,
      );
    expect(draw(true)).toMatch(/<p role="status"[^>]*>Reconnecting\.\.\.<\/p>/);
    expect(draw(false)).toMatch(/<p role="status"[^>]*><\/p>/);
  });

  it('collapses to the current step once there are people, with a button for all steps', () => {
    const html = renderToStaticMarkup(
      <ProgressPanel steps={stepsOf('streaming-deep')} loadingMessage={undefined} isBrief />,
    );
    expect(textOf(html)).toContain('In progress: Profile Verification');
    expect(textOf(html)).not.toContain('AI Search');
    expect(html).toMatch(
      /aria-label="All steps"[^>]*aria-expanded="false"|aria-expanded="false"[^>]*aria-label="All steps"/,
    );
  });

  it('does not restart the running step’s clock when it collapses', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    onTestFinished(() => now.mockRestore());
    const startedAt = '2026-11-20T12:00:00.000Z';
    const steps = stepsOf('streaming-deep').map((step) => ({ ...step, startedAt }));
    const draw = (isBrief: boolean) =>
      textOf(
        renderToStaticMarkup(<ProgressPanel steps={steps} loadingMessage={undefined} isBrief={isBrief} />),
      );
    expect(draw(false)).toContain('Profile Verification 0.0 s');
    now.mockReturnValue(4_200);
    expect(draw(true)).toMatch(/Profile Verification .*3\.2 s/);
  });

  it('says which step failed and why', () => {
    expect(textOf(panel('step-error'))).toContain('Failed: AI Relevance Analysis');
    expect(textOf(panel('step-error'))).toContain('AI response is not an array');
  });

  it('never shows a pending step', () => {
    const steps = stepsOf('streaming-deep').map((step) => ({ ...step, status: 'pending' as const }));
    expect(textOf(renderToStaticMarkup(<ProgressPanel steps={steps} loadingMessage={undefined} />))).toBe(
      'Connecting...',
    );
  });
});

describe('elapsed time', () => {
  it.each([
    [0, '0.0 s'],
    [449, '0.4 s'],
    [59_999, '59.9 s'],
    [65_000, '1 min 05 s'],
    [-4_000, '0.0 s'],
    [Number.NaN, '0.0 s'],
  ])('of %s ms reads %s', (milliseconds, text) => {
    expect(formatElapsed(milliseconds)).toBe(text);
  });
});
