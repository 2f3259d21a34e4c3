import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { textOf } from '#tests/web/text-of.ts';
import { NotFound } from '#web/features/not-found.tsx';

describe('the 404 page', () => {
  it('links home and renders no markup from the path', () => {
    const html = renderToStaticMarkup(
      <Router ssrPath="/">
        <NotFound path="/<img src=x>" />
      </Router>,
    );
    expect(textOf(html)).toContain('Oops! Page not found');
    expect(html).toMatch(/<a href="\/"[^>]*>Return to Home<\/a>/);
    expect(html).not.toContain('<img');
  });
});
