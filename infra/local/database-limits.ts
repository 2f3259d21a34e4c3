import { createRequire } from 'node:module';
import * as v from 'valibot';

/**
 * DynamoDB limits that dynalite does not enforce, so that what AWS would reject is rejected here too: items that are too large together
 * with their copy in the index, index keys that are empty or too long, values nested too deeply, and expressions that are too long.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const MAX_ORDER_BYTES = 1_024;
const MAX_NESTING_DEPTH = 32;
const MAX_EXPRESSION_BYTES = 4_096;
const MAX_OPERATORS = 300;

const OPERATOR_PATTERN = /<>|[<>]=?|=|\b(?:AND|OR|NOT|BETWEEN|IN)\b/g;

type Item = Record<string, unknown>;
type ItemSize = (item: Item, ...options: unknown[]) => number;
type Validate = (request: Item, ...options: unknown[]) => string | undefined;

const isFunction = (value: unknown) => typeof value === 'function';
// dynalite's own modules, which look these functions up on every call, so that they can be replaced.
const require = createRequire(import.meta.url);
const Sizes = v.looseObject({ itemSize: v.custom<ItemSize>(isFunction) });
const Validations = v.looseObject({ validateExpressions: v.custom<Validate>(isFunction) });

/** Marks dynalite's functions as already replaced, even by another copy of this module. */
const LIMITS_ENFORCED = Symbol.for('expertscope.database-limits');

/** Makes every dynalite in this process enforce the limits. */
export function enforceLimits(): void {
  const sizes: unknown = require('dynalite/db');
  const validations: unknown = require('dynalite/validations');
  v.assert(Sizes, sizes);
  v.assert(Validations, validations);
  const { itemSize } = sizes;
  const { validateExpressions } = validations;
  if (LIMITS_ENFORCED in itemSize) return;
  // dynalite only compares the size with its maximum, so an infinite size rejects an item for any other reason.
  const limitedItemSize: ItemSize = (item, ...options) =>
    exceedsLimits(item) ? Number.POSITIVE_INFINITY : itemSize(item, ...options) * ('order' in item ? 2 : 1);
  sizes.itemSize = Object.assign(limitedItemSize, { [LIMITS_ENFORCED]: true });
  validations.validateExpressions = (request, ...options) =>
    findExpressionFault(request) ?? validateExpressions(request, ...options);
}

const Text = v.object({ S: v.string() });

function exceedsLimits(item: Item): boolean {
  const { order } = item;
  const size = v.is(Text, order) ? Buffer.byteLength(order.S) : 1;
  return (
    size === 0 ||
    size > MAX_ORDER_BYTES ||
    Object.values(item).some((value) => nestingDepth(value) > MAX_NESTING_DEPTH)
  );
}

/** How deeply maps and lists are nested in a value in DynamoDB's wire format. */
function nestingDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const [[type, inner] = []] = Object.entries(value);
  if (type !== 'M' && type !== 'L') return 0;
  return 1 + Math.max(0, ...Object.values(Object(inner)).map(nestingDepth));
}

function findExpressionFault(request: Item): string | undefined {
  for (const [name, expression] of Object.entries(request)) {
    if (!name.endsWith('Expression') || typeof expression !== 'string') continue;
    if (Buffer.byteLength(expression) > MAX_EXPRESSION_BYTES)
      return `Invalid ${name}: Expression size has exceeded the maximum allowed size;`;
    if (name === 'ConditionExpression' && (expression.match(OPERATOR_PATTERN)?.length ?? 0) > MAX_OPERATORS)
      return `Invalid ${name}: The expression contains too many operators`;
  }
  return undefined;
}
