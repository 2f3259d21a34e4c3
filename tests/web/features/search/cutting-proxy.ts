import { request as ask, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

/** Forwards everything to `target`, and breaks each connection after `nextCut` bytes of its response. */
export const cuttingProxy =
  (target: string, nextCut: () => number | undefined): RequestListener =>
  (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', target);
    const onward = ask(url, { method: incoming.method ?? 'GET', headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      passOn(answer, outgoing, nextCut());
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };

function passOn(answer: IncomingMessage, outgoing: ServerResponse, cut: number | undefined): void {
  let left = cut ?? Number.POSITIVE_INFINITY;
  answer.on('data', (bytes: Buffer) => {
    if (left === Number.POSITIVE_INFINITY) return void outgoing.write(bytes);
    const kept = bytes.subarray(0, left);
    left -= bytes.length;
    const isCut = left <= 0;
    // Only data written before a break is sure to arrive, so the break waits for the write.
    outgoing.write(kept, () => isCut && outgoing.destroy());
    if (isCut) answer.destroy();
  });
  answer.on('end', () => outgoing.end());
  answer.on('error', () => outgoing.destroy());
}
