const REFUSED =
  "This site can be used from its owner's networks only. Connect to one of them, or ask whoever runs it.";

/** The bits of an IP address as text, after its version, so that IPv4 and IPv6 never meet: '4' and 32 of them, or '6' and 128. */
function bitsOf(address) {
  if (!address.includes(':'))
    return `4${address
      .split('.')
      .map((part) => toBits(Number(part), 8))
      .join('')}`;
  const [before, after] = address
    .split('%')[0]
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const missing = after === undefined ? [] : Array(8 - before.length - after.length).fill('0');
  const groups = before.concat(missing, after === undefined ? [] : after);
  return `6${groups.map((group) => toBits(parseInt(group, 16), 16)).join('')}`;
}

const toBits = (number, length) => number.toString(2).padStart(length, '0');

/** The first of the bits of all addresses of a network in CIDR notation. */
export function prefixOf(network) {
  const [address, length] = network.split('/');
  return bitsOf(address).slice(0, 1 + Number(length));
}

/**
 * What a viewer outside the networks gets in place of everything, and undefined for one inside. Runs in CloudFront Functions, before
 * the cache and in front of all that the distribution has, and in the local stack.
 * @param networks as `prefixOf` writes them
 */
export function refusalOf(event, networks) {
  const viewer = bitsOf(event.viewer.ip);
  if (networks.some((network) => viewer.startsWith(network))) return undefined;
  const isApi = event.request.uri.startsWith('/api/');
  return {
    statusCode: 403,
    statusDescription: 'Forbidden',
    headers: {
      'content-type': { value: isApi ? 'application/json' : 'text/plain; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: {
      encoding: 'text',
      data: isApi ? JSON.stringify({ error: { code: 'forbidden', message: REFUSED } }) : REFUSED,
    },
  };
}
