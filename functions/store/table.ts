import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/** Attribute names of the table's keys. */
export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';
/** Items that have it are listed by {@link ORDER_INDEX} in this order. */
export const ORDER_KEY = 'order';
/** Seconds since 1970 after which DynamoDB deletes the item. */
export const TIME_TO_LIVE = 'expiresAt';

/**
 * The one index: a local one, so that lists can be read consistently. It orders a person's chats by activity and a
 * chat's messages by time. Local indexes can only be made together with the table.
 */
export const ORDER_INDEX = 'by-order';

/**
 * The table as `CreateTable` takes it. Time to live is switched on apart, on {@link TIME_TO_LIVE}.
 * The cloud stack declares the same names.
 */
export const tableDefinition = (tableName: string): CreateTableCommandInput => ({
  TableName: tableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: PARTITION_KEY, AttributeType: 'S' },
    { AttributeName: SORT_KEY, AttributeType: 'S' },
    { AttributeName: ORDER_KEY, AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
    { AttributeName: SORT_KEY, KeyType: 'RANGE' },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: ORDER_INDEX,
      KeySchema: [
        { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
        { AttributeName: ORDER_KEY, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
});
