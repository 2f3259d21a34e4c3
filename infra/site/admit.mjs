// CloudFront's runtime knows ES 5.1 and some of what came after, destructuring not among it; a test holds every function at the edge to that.

const REFUSED =
  "This site can be used from its owner's networks only. Connect to one of them, or ask whoever runs it.";

/** The bits of an IP address as text, after its version, so that IPv4 and IPv6 never meet: '4' and 32 of them, or '6' and 128. */
function bitsOf(address) {
  if (!address.includes(':'))
    return `4${address
      .split('.')
      .map((part) => toBits(Number(part), 8))
      .join('')}`;
  const halves = address
    .split('%')[0]
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const before = halves[0];
  const isShortened = halves.length > 1;
  const after = isShortened ? halves[1] : [];
  const missing = isShortened ? Array(8 - before.length - after.length).fill('0') : [];
  const groups = before.concat(missing, after);
  return `6${groups.map((group) => toBits(parseInt(group, 16), 16)).join('')}`;
}

const toBits = (number, length) => number.toString(2).padStart(length, '0');

/** The first of the bits of all addresses of a network in CIDR notation. */
export function prefixOf(network) {
  const parts = network.split('/');
  return bitsOf(parts[0]).slice(0, 1 + Number(parts[1]));
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
