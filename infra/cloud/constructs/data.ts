import { aws_dynamodb as dynamodb, aws_iam as iam, RemovalPolicy } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Settings } from '../settings/schema.ts';

/** Partition keys each function may use, by prefix (functions/store/keys.ts). `npm run test:lambda` sees whether they are enough. */
export const CHATS_FUNCTION_KEYS = ['USER#*'] as const;
export const SEARCH_FUNCTION_KEYS = ['USER#*', 'SEARCH#*', 'QUOTA#*', 'RUNNING#*', 'LOOKUP#*'] as const;

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

/**
 * Chats, messages, users, searches and quotas: one table, which stays when the stack is destroyed. A stage may be given a table that
 * exists already, such as one restored from a backup.
 */
export class Data extends Construct {
  readonly table: dynamodb.ITable | dynamodb.Table;

  constructor(scope: Construct, id: string, { existingTable }: Pick<Settings, 'existingTable'>) {
    super(scope, id);
    this.table =
      existingTable === undefined
        ? this.#createTable()
        : dynamodb.Table.fromTableName(this, 'Table', existingTable);
  }

  #createTable(): dynamodb.Table {
    // The names are those of functions/store/table.ts; a test compares the two.
    const table = new dynamodb.Table(this, 'Table', {
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    table.addLocalSecondaryIndex({
      indexName: 'by-order',
      sortKey: { name: 'order', type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.ALL,
    });
    return table;
  }

  /** The index is always reached through the table's partition keys, so one condition is enough for both. */
  grant(grantee: iam.IGrantable, keys: readonly string[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: [...TABLE_ACTIONS],
        resources: [this.table.tableArn, `${this.table.tableArn}/index/by-order`],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
      }),
    );
  }
}
