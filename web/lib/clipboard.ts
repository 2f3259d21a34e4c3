/** The same thing as plain text and as HTML: whatever it is pasted into takes what it understands. */
export interface Clip {
  text: string;
  html: string;
}

/**
 * Puts a clip on the clipboard, at least as plain text.
 * @throws where the page may not copy at all: it is not a secure context, or copying has been forbidden.
 */
export async function copyClip({ text, html }: Clip): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text);
  const parts = Object.entries({ 'text/plain': text, 'text/html': html });
  const item = new ClipboardItem(
    Object.fromEntries(parts.map(([type, content]) => [type, new Blob([content], { type })])),
  );
  try {
    await navigator.clipboard.write([item]);
  } catch {
    await navigator.clipboard.writeText(text);
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in HTML, inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
