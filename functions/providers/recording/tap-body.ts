/** What came through a tapped body: chunks as milliseconds and bytes. */
export interface TappedBody {
  text: string;
  chunks: [number, number][];
  ended: 'complete' | 'cut';
}

/** The same body, told of once it has ended, broken off or been let go of. */
export function tapBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  elapsed: () => number,
  done: (tapped: TappedBody) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  const decoder = new TextDecoder();
  const chunks: [number, number][] = [];
  let text = '';
  const finish = (ended: TappedBody['ended']) => done({ text: text + decoder.decode(), chunks, ended });
  if (body === null) {
    finish('complete');
    return null;
  }
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done: over, value } = await reader.read();
        if (over) {
          finish('complete');
          controller.close();
          return;
        }
        chunks.push([elapsed(), value.byteLength]);
        text += decoder.decode(value, { stream: true });
        controller.enqueue(value);
      } catch (error) {
        finish('cut');
        controller.error(error);
      }
    },
    cancel(reason) {
      finish('cut');
      return reader.cancel(reason);
    },
  });
}
