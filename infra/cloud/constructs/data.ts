import { RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../settings/schema.ts';
import { CHATS_DOOR_KEYS, SEARCH_DOOR_KEYS, TABLE_ACTIONS } from './table-access.ts';

/**
 * Chats, messages, users, searches and quotas: one table, kept when the stack goes. A stage may be given a table that is
 * there already: one that was kept, or restored from a backup.
 */
export class Data extends Construct {
  readonly table: ITable | Table;

  constructor(scope: Construct, id: string, { existingTable }: Pick<Settings, 'existingTable'>) {
    super(scope, id);
    this.table =
      existingTable === undefined ? this.#createTable() : Table.fromTableName(this, 'Table', existingTable);
  }

  #createTable(): Table {
    // The names are functions/store/table.ts's; a test holds the two against each other.
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    table.addLocalSecondaryIndex({
      indexName: 'by-order',
      sortKey: { name: 'order', type: AttributeType.STRING },
      projectionType: ProjectionType.ALL,
    });
    return table;
  }

  /** People's own records: chats, messages, profile. */
  grantChats(door: IGrantable): void {
    this.#grant(door, CHATS_DOOR_KEYS);
  }

  /** What a search touches: its owner's chat, its event log, quotas, remembered lookups. */
  grantSearches(door: IGrantable): void {
    this.#grant(door, SEARCH_DOOR_KEYS);
  }

  // The index is always reached through the table's partition keys, so one condition holds for both.
  #grant(door: IGrantable, keys: readonly string[]): void {
    door.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: [...TABLE_ACTIONS],
        resources: [this.table.tableArn, `${this.table.tableArn}/index/by-order`],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
      }),
    );
  }
}
