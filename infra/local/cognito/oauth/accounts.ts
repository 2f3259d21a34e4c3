/** An invented person with an invented account at Google. */
export type GoogleAccount = { id: string; name: string; email: string; picture?: string };

/** A small portrait as a data: URL, so that nothing is fetched from anywhere. */
function drawPicture(initials: string, colour: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/><text x="20" y="26" font-family="sans-serif" font-size="16" fill="#fff" text-anchor="middle">${initials}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Two with a picture, two without, one with a name beyond ASCII. */
export const GOOGLE_ACCOUNTS: readonly GoogleAccount[] = [
  {
    id: '100000000000000000001',
    name: 'Amara Lindqvist',
    email: 'amara.lindqvist@example.com',
    picture: drawPicture('AL', '#7a3e9d'),
  },
  {
    id: '100000000000000000002',
    name: 'Mateo Quispe Varga',
    email: 'mateo.quispe@example.com',
    picture: drawPicture('MQ', '#1d6b52'),
  },
  { id: '100000000000000000003', name: 'Noor O’Castellan', email: 'noor.ocastellan@example.org' },
  { id: '100000000000000000004', name: 'Łucja Nguyễn', email: 'lucja.nguyen@example.net' },
];
