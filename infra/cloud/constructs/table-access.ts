/** Partition keys each door may use, by prefix (functions/store/keys.ts). `npm run test:lambda` sees whether they are enough. */
export const CHATS_DOOR_KEYS = ['USER#*'] as const;
export const SEARCH_DOOR_KEYS = ['USER#*', 'SEARCH#*', 'QUOTA#*', 'RUNNING#*', 'LOOKUP#*'] as const;

/** What the store asks of the table: items it can name and lists in one partition; no scan, nothing about the table itself. */
export const TABLE_ACTIONS = [
  'dynamodb:BatchGetItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
] as const;
