import { tableDefinition } from '#functions/store/table-definition.ts';

type Keys = readonly { AttributeName?: string | undefined; KeyType?: string | undefined }[];

/** The part of a table's description that is checked; both the AWS SDK and the AWS CLI return it. */
interface DescribedTable {
  TableStatus?: string | undefined;
  KeySchema?: Keys | undefined;
  LocalSecondaryIndexes?:
    | readonly {
        IndexName?: string | undefined;
        KeySchema?: Keys | undefined;
        Projection?: { ProjectionType?: string | undefined } | undefined;
      }[]
    | undefined;
}

/** What stops the functions from working with a table, as the rest of a sentence about it; undefined if nothing does. */
export function tableFault(table: DescribedTable): string | undefined {
  const expected = tableDefinition('');
  if (table.TableStatus !== 'ACTIVE') return `is ${table.TableStatus}: wait until it is ACTIVE`;
  if (describeKeys(table.KeySchema) !== describeKeys(expected.KeySchema))
    return `must have ${describeKeys(expected.KeySchema)}`;
  for (const { IndexName, KeySchema } of expected.LocalSecondaryIndexes ?? []) {
    const index = table.LocalSecondaryIndexes?.find((one) => one.IndexName === IndexName);
    if (
      describeKeys(index?.KeySchema) !== describeKeys(KeySchema) ||
      index?.Projection?.ProjectionType !== 'ALL'
    )
      return `must have the local index ${IndexName} with ${describeKeys(KeySchema)} and every attribute`;
  }
  return undefined;
}

/** For example `pk as its HASH key and sk as its RANGE key`. */
const describeKeys = (keys: Keys = []): string =>
  keys.map(({ AttributeName, KeyType }) => `${AttributeName} as its ${KeyType} key`).join(' and ');
