// Preloaded with `--import` to redirect requests for Cognito’s address to this machine.
import process from 'node:process';

const COGNITO = 'https://cognito-idp.us-east-1.amazonaws.com';
const { COGNITO_ENDPOINT } = process.env;
const fetchAnywhere = globalThis.fetch;

globalThis.fetch = (address, options) =>
  fetchAnywhere(String(address).replace(COGNITO, COGNITO_ENDPOINT), options);
