// Preloaded with `--import` to send requests to the providers’ addresses to the local simulated ones.
import process from 'node:process';

const PATHS = {
  'https://api.openai.com': '/openai',
  'https://serpapi.com': '/serpapi',
  'https://enrichlayer.com': '/enrichlayer',
};
const fetchAnywhere = globalThis.fetch;

globalThis.fetch = (address, options) => {
  const { origin, href } = new URL(String(address));
  if (!(origin in PATHS)) throw new TypeError(`${origin} is not to be asked`);
  return fetchAnywhere(href.replace(origin, process.env.PROVIDERS_ENDPOINT + PATHS[origin]), options);
};
