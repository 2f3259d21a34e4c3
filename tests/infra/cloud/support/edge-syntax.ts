import * as v from 'valibot';
import { parseSync } from 'vite';

/*
 * What the JavaScript runtime 2.0 of CloudFront Functions is documented to support: ES 5.1 and the listed additions. V8 supports far more,
 * so running a function here does not show that CloudFront can.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */

/** ESTree node types; without `with`, because functions are strict, and without async, which nothing here needs. */
const NODES = [
  ...['Program', 'BlockStatement', 'EmptyStatement', 'ExpressionStatement', 'VariableDeclaration'],
  ...['VariableDeclarator', 'FunctionDeclaration', 'IfStatement', 'SwitchStatement', 'SwitchCase'],
  ...['ForStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement', 'LabeledStatement'],
  ...['BreakStatement', 'ContinueStatement', 'ReturnStatement', 'ThrowStatement', 'TryStatement'],
  ...['CatchClause', 'Identifier', 'Literal', 'ThisExpression', 'ArrayExpression', 'ObjectExpression'],
  ...['Property', 'FunctionExpression', 'UnaryExpression', 'UpdateExpression', 'BinaryExpression'],
  ...['LogicalExpression', 'AssignmentExpression', 'ConditionalExpression', 'SequenceExpression'],
  ...['CallExpression', 'NewExpression', 'MemberExpression', 'ParenthesizedExpression'],
  // ES 6: arrow functions, rest parameters and template literals. Rest elements elsewhere need patterns, which are not listed.
  ...['ArrowFunctionExpression', 'RestElement', 'TemplateLiteral', 'TemplateElement'],
];

/** Newer syntax that shares a type with supported nodes. */
const YOUNGER = v.union([
  v.looseObject({ async: v.literal(true) }),
  v.looseObject({ generator: v.literal(true) }),
  v.looseObject({ type: v.literal('Property'), shorthand: v.literal(true) }),
  v.looseObject({ type: v.literal('Property'), method: v.literal(true) }),
  v.looseObject({ type: v.literal('Property'), computed: v.literal(true) }),
  v.looseObject({ type: v.literal('CatchClause'), param: v.null() }),
  v.looseObject({ operator: v.picklist(['??', '??=', '||=', '&&=']) }),
  v.looseObject({ bigint: v.string() }),
  v.looseObject({ value: v.number(), raw: v.pipe(v.string(), v.regex(/_|^0[bo]/i)) }),
  v.looseObject({ regex: v.object({ pattern: v.string(), flags: v.pipe(v.string(), v.regex(/[^gim]/)) }) }),
]);

const GLOBALS = [
  ...['undefined', 'NaN', 'Infinity', 'Object', 'Array', 'String', 'Number', 'Boolean', 'Date', 'RegExp'],
  ...['Math', 'JSON', 'Error', 'TypeError', 'RangeError', 'SyntaxError', 'parseInt', 'parseFloat', 'isNaN'],
  ...['isFinite', 'encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent'],
];

/** Methods of any object: only names are compared. */
const METHODS = [
  ...[
    'hasOwnProperty',
    'keys',
    'freeze',
    'assign',
    'entries',
    'values',
    'toString',
    'valueOf',
    'call',
    'apply',
  ],
  ...[
    'bind',
    'isArray',
    'concat',
    'every',
    'filter',
    'forEach',
    'indexOf',
    'join',
    'lastIndexOf',
    'map',
    'pop',
  ],
  ...[
    'push',
    'reduce',
    'reduceRight',
    'reverse',
    'shift',
    'slice',
    'some',
    'sort',
    'splice',
    'unshift',
    'of',
  ],
  ...['fill', 'find', 'findIndex', 'includes', 'charAt', 'charCodeAt', 'fromCharCode', 'match', 'replace'],
  ...[
    'search',
    'split',
    'substr',
    'substring',
    'toLowerCase',
    'toUpperCase',
    'trim',
    'codePointAt',
    'endsWith',
  ],
  ...[
    'repeat',
    'startsWith',
    'padStart',
    'padEnd',
    'trimStart',
    'trimEnd',
    'replaceAll',
    'toFixed',
    'isInteger',
  ],
  ...['test', 'exec', 'parse', 'stringify', 'abs', 'ceil', 'floor', 'max', 'min', 'pow', 'round', 'now'],
];

const Node = v.looseObject({ type: v.string(), start: v.number(), end: v.number() });
type Node = v.InferOutput<typeof Node>;

function* nodesIn(value: unknown): Iterable<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (v.is(Node, value)) yield value;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}

/** Everything in a script that CloudFront is not documented to support, as written. */
export function unsupportedIn(code: string): string[] {
  const { program, errors } = parseSync('function.js', code, { sourceType: 'script' });
  if (errors.length > 0) return errors.map(({ message }) => message);
  const nodes = [...nodesIn(program)];
  const younger = nodes.filter((node) => !NODES.includes(node.type) || v.is(YOUNGER, node));
  return [...younger, ...unknownMethods(nodes), ...unknownNames(nodes)].map(
    ({ type, start, end }) => `${type}: ${code.slice(start, end)}`,
  );
}

const Call = v.looseObject({ type: v.literal('CallExpression'), callee: Node });
const Method = v.looseObject({
  computed: v.literal(false),
  property: v.looseObject({ name: v.picklist(METHODS) }),
});

const unknownMethods = (nodes: readonly Node[]): Node[] =>
  nodes
    .filter((node) => v.is(Call, node))
    .map(({ callee }) => callee)
    .filter((callee) => callee.type === 'MemberExpression' && !v.is(Method, callee));

const Named = v.looseObject({ ...Node.entries, type: v.literal('Identifier'), name: v.string() });

/** Names that are neither declared in the script nor global. */
function unknownNames(nodes: readonly Node[]): Node[] {
  const declared = nodes.flatMap(({ type, id, param, params, argument }) => [
    ...[id, param, params].flat(),
    ...(type === 'RestElement' ? [argument] : []),
  ]);
  const known = new Set([...GLOBALS, ...declared.map((one) => (v.is(Named, one) ? one.name : ''))]);
  const isNamed = ({ computed }: Node) => computed !== true;
  // Names after a dot or before a colon are properties.
  const fields = new Set<unknown>(
    nodes.filter(isNamed).flatMap(({ type, property, key }) => (type === 'Property' ? [key] : [property])),
  );
  const labels = new Set<unknown>(nodes.map(({ label }) => label));
  return nodes.filter(
    (node) => v.is(Named, node) && !known.has(node.name) && !fields.has(node) && !labels.has(node),
  );
}
