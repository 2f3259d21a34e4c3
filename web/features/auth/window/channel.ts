import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';

/**
 * Between the page that opens a sign-in window and that window, when it is back on this site. The opener's reference is no way: on
 * its way the window may pass pages whose opener policy cuts it.
 */
export const CHANNEL = `${STORAGE_PREFIX}_sign_in`;

/** 'returned' carries the address the window came back to; 'taken' says that the page goes on from there. */
export const SignInNews = v.variant('type', [
  v.object({ type: v.literal('returned'), url: v.string() }),
  v.object({ type: v.literal('taken'), url: v.string() }),
]);
export type SignInNews = v.InferOutput<typeof SignInNews>;

/** What the channel is used for. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

export const openChannel = (): Channel => new BroadcastChannel(CHANNEL);

/** Calls `hear` with everything said by others until the signal. What is not as agreed is nobody's news. */
export function listen(channel: Channel, hear: (news: SignInNews) => void, signal: AbortSignal): void {
  const received = ({ data }: MessageEvent<unknown>) => {
    const news = v.safeParse(SignInNews, data);
    if (news.success) hear(news.output);
  };
  channel.addEventListener('message', received, { signal });
}
