import { readFile } from 'node:fs/promises';
import type { OnLoadArgs, OnLoadResult, Plugin } from 'esbuild';

/**
 * What the doors' libraries bring along for calls that no door makes, as paths in node_modules. The openai client has every endpoint
 * OpenAI offers as a property, so no bundler can tell that chat completions is the only one asked.
 */
const NEVER_CALLED = [
  /\/openai\/resources\/(?!index\.|chat\/(?:index|chat|completions\/(?:index|completions))\.)/,
  /\/openai\/lib\//,
  // Streams, lists, files and parameters in an address.
  /\/openai\/(?:core\/(?:streaming|pagination)|internal\/(?:to-file|qs\/\w+))\./,
  // Signing in to OpenAI with a certificate or a cloud's identity instead of a key.
  /\/openai\/auth\//,
  /\/openai\/internal\/auth\/x509-workload-identity-auth\./,
  // DynamoDB's clients discover no endpoints unless told to.
  /\/@aws-sdk\/endpoint-cache\//,
];

/** Asked by the openai client of whatever options it is given. */
const ANSWERS: Readonly<Record<string, string>> = { isX509WorkloadIdentity: 'return false' };

const EXPORTED =
  /^export (?:default )?(?:async )?(?:class|function\*?|const|let|var) (\w+)|^export \{([^}]*)\}/gm;

/**
 * Empties the modules no door reaches and shortens the manifests to their version. What is left of a class is one without members, and
 * of a function one that throws, so that a call that is made after all fails at its first test.
 */
export const leaveOut: Plugin = {
  name: 'leave-out',
  setup(build) {
    build.onLoad({ filter: /node_modules.*\.m?js$/ }, emptied);
    build.onLoad({ filter: /[\\/]package\.json$/ }, shortened);
    // Lambda gives its credentials in the environment: none of the other dozen places is looked at.
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ resolveDir }) => ({
      path: 'credentials',
      namespace: 'environment',
      pluginData: resolveDir,
    }));
    build.onLoad({ filter: /.*/, namespace: 'environment' }, ({ pluginData }) => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
      resolveDir: pluginData,
    }));
  },
};

async function emptied({ path }: OnLoadArgs): Promise<OnLoadResult | undefined> {
  const portable = path.replaceAll('\\', '/');
  if (!NEVER_CALLED.some((pattern) => pattern.test(portable))) return undefined;
  return {
    contents: namesExportedBy(await readFile(path, 'utf8'))
      .map(leftOf)
      .join('\n'),
  };
}

async function shortened({ path }: OnLoadArgs): Promise<OnLoadResult> {
  const { version } = JSON.parse(await readFile(path, 'utf8'));
  return { contents: JSON.stringify({ version }), loader: 'json' };
}

function leftOf(name: string): string {
  const body = ANSWERS[name] ?? `if (!new.target) throw Error('${name} is left out of this bundle')`;
  return `export function ${name}() { ${body} }`;
}

function namesExportedBy(source: string): string[] {
  const names = [...source.matchAll(EXPORTED)].flatMap(([, declared, listed]) =>
    declared === undefined ? (listed ?? '').split(',').map(exportedName) : [declared],
  );
  return [...new Set(names)].filter((name) => name !== '' && name !== 'default');
}

/** `a as b` is exported as `b`. */
const exportedName = (item: string): string =>
  item
    .trim()
    .split(/\s+as\s+/)
    .at(-1) ?? '';
