/** A body as text, and whether it went over its bound (the text is then what stood before it). */
export interface BoundedBody {
  text: string;
  overflowed: boolean;
}

/**
 * Reads a body up to a bound in bytes, counted after decompression: what comes after it is never read, so a bomb ends early.
 * @throws whatever ends the stream: a lost connection, the request's signal.
 */
export async function readBody(response: Response, limit: number): Promise<BoundedBody> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', overflowed: false };
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), overflowed: false };
    size += value.byteLength;
    if (size > limit) {
      // Nothing waits for the connection to close, and that it could not be closed tidily changes nothing.
      reader.cancel().catch(() => undefined);
      return { text, overflowed: true };
    }
    text += decoder.decode(value, { stream: true });
  }
}
