import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCommand } from './project.ts';

/**
 * A fake AWS command line: it records each command with the contents of its input files, answers as AWS would, and keeps one secret. Files
 * next to it define its state:
 * `google`: a stored secret; `provider`: Google in the user pool; `undeployed`: no stack; `edge`: a stack left by an earlier version;
 * `table`: the name of the stack’s table, according to its outputs; `owned`: the name of a table that is in the stack;
 * `imported`: the name of another one that is, Restored-1 if empty; `failed`: a failed deployment left a table and a pool behind;
 * `switched-off`: a trigger that the stack no longer owns; `untagged`: no permission to search by tag; `signed-out`: no credentials;
 * `expiring`: credentials that only last for `describe-stacks`; `rival`: a secret that someone else stores just before the next value.
 * `unsure`: nobody knows whether the stack is still there after its `cdk` has run;
 * `pool`: the id of the stack’s user pool, according to its outputs; `destroyed`: its `cdk` destroyed the stage;
 * `updating`: a deployment is changing the functions and the user pool.
 */
const FAKE_AWS = `
const fs = require('node:fs');
const home = __dirname;
const args = process.argv.slice(2);
const files = args.filter((arg) => arg.startsWith('file://')).map((arg) => fs.readFileSync(arg.slice(7), 'utf8'));
fs.appendFileSync(home + '/calls', JSON.stringify({ args, files }) + '\\n');
const fail = (message) => { process.stderr.write(message); process.exit(254); };
const is = (name) => fs.existsSync(home + '/' + name);
if (is('signed-out')) fail('Error loading SSO Token: Token for https://firm.example/start does not exist');
if (is('expiring') && args[1] !== 'describe-stacks') fail('ExpiredToken: the security token included in the request is expired');
if (is('unsure') && is('destroyed') && args[1] === 'describe-stacks') fail('Could not connect to the endpoint URL');
const stored = home + '/stored';
const write = (name, text) => fs.writeFileSync(home + '/' + name, text);
const after = (option) => args.includes(option) ? args[args.indexOf(option) + 1] : undefined;
const currentVersion = () => is('current') ? textOf('current') : is('stored') ? 'v0' : undefined;
const makeCurrent = (version, text) => { write('stored', text); write('current', version); };
/** As Secrets Manager does: the first value is current, and so is each that is given no label of its own. */
const putValue = () => {
  if (is('rival')) { makeCurrent('rival', textOf('rival')); fs.rmSync(home + '/rival'); }
  const VersionId = 'v' + fs.readFileSync(home + '/calls').length;
  const label = after('--version-stages');
  const isCurrent = label === undefined || currentVersion() === undefined;
  if (isCurrent) makeCurrent(VersionId, files[0]); else write(VersionId, files[0]);
  return { VersionId, VersionStages: [...(isCurrent ? ['AWSCURRENT'] : []), ...(label ? [label] : [])] };
};
const moveCurrent = () => {
  if (after('--remove-from-version-id') !== currentVersion())
    fail('An error occurred (InvalidParameterException) when calling the UpdateSecretVersionStage operation: it must be set to the version that currently has the staging label AWSCURRENT.');
  const version = after('--move-to-version-id');
  makeCurrent(version, textOf(version));
  return {};
};
const textOf = (name) => fs.readFileSync(home + '/' + name, 'utf8');
const stageOutputs = { SearchFunction: 'search-1', UserPool: is('pool') ? textOf('pool') : 'us-east-1_Abc', Table: is('table') ? textOf('table') : 'table' };
const asked = args[args.indexOf('--stack-name') + 1];
const isEdge = asked.endsWith('-edge');
const isDeployed = isEdge ? is('edge') : !asked.includes('-edge') && !is('undeployed');
// Its cdk does not know the stack of an earlier version.
const exists = isDeployed && (!is('destroyed') || asked === 'Expertscope-prod-edge');
const Tags = [{ Key: 'stage', Value: asked.replace(/^Expertscope-|(-eu-west-1)?-edge$/g, '') }];
const kept = is('destroyed') ? 'DELETE_SKIPPED' : 'CREATE_COMPLETE';
const answers = {
  'describe-stacks': () => !exists
    ? fail('An error occurred (ValidationError): Stack with id ' + asked + ' does not exist')
    : { Stacks: [{ StackId: 'arn:' + asked, StackStatus: 'UPDATE_COMPLETE', Tags, Outputs: Object.entries(isEdge ? {} : stageOutputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) }] },
  'list-stack-resources': () => ({ StackResourceSummaries: asked !== 'arn:Expertscope-prod' ? [] : [
    { ResourceType: 'AWS::DynamoDB::Table', ResourceStatus: kept, PhysicalResourceId: 'Table-1' },
    { ResourceType: 'AWS::Cognito::UserPool', ResourceStatus: kept, PhysicalResourceId: 'us-east-1_Abc' },
    { ResourceType: 'AWS::Lambda::Function', ResourceStatus: kept, PhysicalResourceId: 'Linker-1' },
    { ResourceType: 'AWS::S3::Bucket', ResourceStatus: 'DELETE_COMPLETE', PhysicalResourceId: 'Bucket-1' },
    { ResourceType: 'AWS::SNS::Topic', ResourceStatus: 'DELETE_COMPLETE' },
  ] }),
  'get-resources': () => is('untagged') ? fail('AccessDeniedException: not authorized') : ({ ResourceTagMappingList: [
    ...(is('failed') ? ['dynamodb:us-east-1:1:table/Table-1', 'dynamodb:us-east-1:1:table/Table-0', 'cognito-idp:us-east-1:1:userpool/us-east-1_Old'] : []),
    ...(is('switched-off') ? [
      'lambda:us-east-1:1:function:Linker-1', 'lambda:us-east-1:1:function:Expertscope-prod-IdentityLinkerFunction0',
      'logs:us-east-1:1:log-group:Expertscope-prod-IdentityLinkerLog0', 'logs:us-east-1:1:log-group:aws-waf-logs-expertscope-prod-eu-west-1',
      'lambda:us-east-1:1:function:Expertscope-prod-eu-west-1-edge-Reader',
    ] : []),
  ].map((end) => ({ ResourceARN: 'arn:aws:' + end })) }),
  'describe-stack-resource': () => is('imported') || is('owned')
    ? { StackResourceDetail: { PhysicalResourceId: is('imported') ? textOf('imported') || 'Restored-1' : textOf('owned') } }
    : fail('An error occurred (ValidationError): Resource DataTable does not exist for stack ' + asked),
  'get-secret-value': () => is('stored')
    ? { SecretString: fs.readFileSync(stored, 'utf8'), VersionId: currentVersion() }
    : is('undeployed') ? fail("ResourceNotFoundException: Secrets Manager can't find the specified secret.")
    : fail("ResourceNotFoundException: Secrets Manager can't find the specified secret value for staging label: AWSCURRENT"),
  'put-secret-value': putValue,
  'update-secret-version-stage': moveCurrent,
  'create-secret': () => is('google') ? fail('ResourceExistsException') : {},
  'update-function-configuration': () => is('updating')
    ? fail('An error occurred (ResourceConflictException) when calling the UpdateFunctionConfiguration operation: An update is in progress')
    : {},
  'get-function-configuration': () => ({ Role: 'arn:aws:iam::1:role/Role-of-' + after('--function-name') }),
  'describe-identity-provider': () => is('provider')
    ? { IdentityProvider: { ProviderName: 'Google', ProviderDetails: {
        client_id: 'g-id', client_secret: 'before', authorize_scopes: 'openid email profile', token_url: 'https://x.example',
      }, AttributeMapping: { email: 'email' } } }
    : fail('An error occurred (ResourceNotFoundException): Identity provider Google does not exist.'),
  'update-identity-provider': () => is('updating')
    ? fail('An error occurred (ConcurrentModificationException) when calling the UpdateIdentityProvider operation: Try again')
    : {},
};
process.stdout.write(JSON.stringify(answers[args[1]]()));
`;

/**
 * Prints its arguments; with a file `killed`, it is then killed. It destroys the stage unless a file `declined` exists, as when its question is answered with no. Like the real one, its import only succeeds if a file `importable` exists, and otherwise says nothing. If a file
 * `slow` exists, the command writes a file `begun` and waits until `slow` is removed.
 */
const FAKE_CDK = `
const fs = require('node:fs');
const args = process.argv.slice(2);
process.stdout.write(args.join(' '));
if (fs.existsSync(__dirname + '/killed')) process.kill(process.pid, 'SIGKILL');
if (args[0] === 'destroy' && !fs.existsSync(__dirname + '/declined')) fs.writeFileSync(__dirname + '/destroyed', '');
if (args[0] === 'import' && fs.existsSync(__dirname + '/importable'))
  fs.writeFileSync(__dirname + '/imported', Object.values(JSON.parse(args.at(-1)))[0].TableName);
if (fs.existsSync(__dirname + '/slow')) fs.writeFileSync(__dirname + '/begun', '');
while (fs.existsSync(__dirname + '/slow')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
`;

interface Call {
  args: string[];
  files: string[];
}

export interface FakeAws {
  /** The command’s folder, for PATH. */
  home: string;
  calls: () => Call[];
  /** Writes a file next to the command. */
  put: (name: string, text?: string) => void;
  take: (name: string) => void;
  has: (name: string) => boolean;
  /** The stored secret, parsed as JSON. */
  stored: () => unknown;
  remove: () => void;
}

export function installFakeAws(): FakeAws {
  const home = mkdtempSync(join(tmpdir(), 'fake-aws-'));
  writeCommand(home, 'aws', FAKE_AWS);
  writeCommand(home, 'cdk', FAKE_CDK);
  const has = (name: string) => existsSync(join(home, name));
  return {
    home,
    calls: () =>
      has('calls')
        ? readFileSync(join(home, 'calls'), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
    put: (name, text = '') => writeFileSync(join(home, name), text),
    take: (name) => rmSync(join(home, name)),
    has,
    stored: () => JSON.parse(readFileSync(join(home, 'stored'), 'utf8')),
    remove: () => rmSync(home, { recursive: true }),
  };
}
