/** Rewrites a request to index.html unless its path is that of a file. */
export function handler<Request extends { uri: string }>(event: { request: Request }): Request;
