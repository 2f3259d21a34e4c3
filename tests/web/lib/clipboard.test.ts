import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyClip } from '#web/lib/clipboard.ts';

const CLIP = { text: 'Ada', html: '<p>Ada</p>' };

class Item {
  readonly parts: Record<string, Blob>;
  constructor(parts: Record<string, Blob>) {
    this.parts = parts;
  }
}

function browser({ rich, write }: { rich: boolean; write?: () => Promise<void> }) {
  const written: unknown[] = [];
  vi.stubGlobal('ClipboardItem', rich ? Item : undefined);
  vi.stubGlobal('navigator', {
    clipboard: {
      write: write ?? (async ([item]: Item[]) => void written.push(item)),
      writeText: async (text: string) => void written.push(text),
    },
  });
  return written;
}

afterEach(() => vi.unstubAllGlobals());

describe('copying', () => {
  it('writes HTML and text where supported', async () => {
    const [item] = await copyTo(browser({ rich: true }));
    const parts = item instanceof Item ? item.parts : {};
    expect(await parts['text/plain']?.text()).toBe('Ada');
    expect(await parts['text/html']?.text()).toBe('<p>Ada</p>');
  });

  it('writes only text in a browser without ClipboardItem', async () => {
    expect(await copyTo(browser({ rich: false }))).toEqual(['Ada']);
  });

  it('writes only text when the browser refuses the rest', async () => {
    expect(await copyTo(browser({ rich: true, write: () => Promise.reject(new Error()) }))).toEqual(['Ada']);
  });
});

async function copyTo(written: unknown[]) {
  await copyClip(CLIP);
  return written;
}
