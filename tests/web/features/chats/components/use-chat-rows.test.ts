import { describe, expect, it } from 'vitest';
import { rowsToDraw } from '#web/features/chats/components/use-chat-rows.ts';

describe('the rendered rows of a long list', () => {
  it('include every row of a short list', () => {
    expect(rowsToDraw({ first: 0, last: 48, count: 3, kept: undefined })).toEqual([0, 1, 2]);
    expect(rowsToDraw({ first: 0, last: 48, count: 0, kept: undefined })).toEqual([]);
  });

  it('are those near the viewport, plus the first and the last for keyboard users', () => {
    expect(rowsToDraw({ first: 10, last: 12, count: 1_000, kept: undefined })).toEqual([0, 10, 11, 12, 999]);
  });

  it('include the focused row and its neighbours, wherever they are', () => {
    expect(rowsToDraw({ first: 10, last: 11, count: 1_000, kept: 500 })).toEqual([
      0, 10, 11, 499, 500, 501, 999,
    ]);
    expect(rowsToDraw({ first: 10, last: 11, count: 1_000, kept: 10 })).toEqual([0, 9, 10, 11, 999]);
  });

  it('are the last ones when the list is now shorter than the scroll position', () => {
    expect(rowsToDraw({ first: 700, last: 720, count: 5, kept: 4 })).toEqual([0, 3, 4]);
  });
});
