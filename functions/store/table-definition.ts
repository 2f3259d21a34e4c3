import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/** The names of the table's key attributes, here and in the cloud stack. */
export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';
/** The sort key of {@link ORDER_INDEX}, which contains only items that have this attribute. */
export const ORDER_KEY = 'order';
/** Seconds since 1970 after which DynamoDB deletes the item. */
export const TIME_TO_LIVE = 'expiresAt';

/**
 * The only index. It is a local one, since only those support consistent reads. It orders a person's chats by activity and a
 * chat's messages by time. Local indexes can only be created together with the table.
 */
export const ORDER_INDEX = 'by-order';

/** The input for `CreateTable`. Time to live on {@link TIME_TO_LIVE} has to be enabled separately. */
export const tableDefinition = (tableName: string): CreateTableCommandInput => ({
  TableName: tableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [PARTITION_KEY, SORT_KEY, ORDER_KEY].map((name) => ({
    AttributeName: name,
    AttributeType: 'S',
  })),
  KeySchema: sortedBy(SORT_KEY),
  LocalSecondaryIndexes: [
    {
      IndexName: ORDER_INDEX,
      KeySchema: sortedBy(ORDER_KEY),
      Projection: { ProjectionType: 'ALL' },
    },
  ],
});

const sortedBy = (attribute: string): CreateTableCommandInput['KeySchema'] => [
  { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
  { AttributeName: attribute, KeyType: 'RANGE' },
];
