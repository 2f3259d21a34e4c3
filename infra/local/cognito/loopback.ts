/** Whether a host name, as `URL.hostname` gives it, is this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname) || /^(.+\.)?localhost$/.test(hostname);

/** The URL in a text when it is http(s) on this machine, without a user, password or fragment. */
export function parseLoopbackUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopbackHost(url.hostname)) return undefined;
  return url.username || url.password || url.hash ? undefined : url;
}
