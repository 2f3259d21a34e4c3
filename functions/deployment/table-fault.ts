import { tableDefinition } from '#functions/store/table.ts';

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
  const wanted = tableDefinition('');
  if (table.TableStatus !== 'ACTIVE') return `is ${table.TableStatus}: wait until it is ACTIVE`;
  if (toText(table.KeySchema) !== toText(wanted.KeySchema)) return `must have ${toText(wanted.KeySchema)}`;
  for (const { IndexName, KeySchema } of wanted.LocalSecondaryIndexes ?? []) {
    const index = table.LocalSecondaryIndexes?.find((one) => one.IndexName === IndexName);
    if (toText(index?.KeySchema) !== toText(KeySchema) || index?.Projection?.ProjectionType !== 'ALL')
      return `must have the local index ${IndexName} with ${toText(KeySchema)} and every attribute`;
  }
  return undefined;
}

/** For example `pk as its HASH key and sk as its RANGE key`. */
const toText = (keys: Keys = []): string =>
  keys.map(({ AttributeName, KeyType }) => `${AttributeName} as its ${KeyType} key`).join(' and ');
