/** Points a request at index.html unless its path is a file's. */
export function handler<Request extends { uri: string }>(event: { request: Request }): Request;
