import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { textOf } from '#tests/web/text-of.ts';
import { ProviderBadge } from '#web/features/provider-mode.tsx';

const draw = (mode: Parameters<typeof ProviderBadge>[0]['mode']) =>
  textOf(renderToStaticMarkup(<ProviderBadge mode={mode} />));

describe('the provider badge', () => {
  it('says that simulated people are invented', () => {
    expect(draw('simulated')).toContain('Simulated providers');
    expect(draw('simulated')).toContain('every person shown here is invented');
  });

  it('says that a replay looks nothing up', () => {
    expect(draw('replay')).toContain('Nothing is looked up on the web');
  });

  it('is absent for live and recording providers, and before the mode is known', () => {
    expect(draw('live')).toBe('');
    expect(draw('record')).toBe('');
    expect(draw(undefined)).toBe('');
  });
});
