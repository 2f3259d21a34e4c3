/** The same content as plain text and as HTML; the target of the paste uses the one it supports. */
export interface Clip {
  text: string;
  html: string;
}

/**
 * Puts a clip on the clipboard, at least as plain text.
 * @throws if the page may not copy at all: it is not a secure context, or copying is forbidden.
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

/** Escapes text for use in HTML, inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
