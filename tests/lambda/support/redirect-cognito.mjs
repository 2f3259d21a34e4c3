// Loaded before a door with `--import`: the network on which Cognito's address leads to this machine.
import process from 'node:process';

const COGNITO = 'https://cognito-idp.us-east-1.amazonaws.com';
const { COGNITO_STANDS_AT } = process.env;
const fetchAnywhere = globalThis.fetch;

globalThis.fetch = (address, options) =>
  fetchAnywhere(String(address).replace(COGNITO, COGNITO_STANDS_AT), options);
