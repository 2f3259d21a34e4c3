import {
  CustomResource,
  Duration,
  aws_dynamodb as dynamodb,
  aws_iam as iam,
  type aws_lambda as lambda,
  RemovalPolicy,
} from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Settings } from '../settings/schema.ts';
import { EventFunction } from './event-function.ts';

/** What the store asks of the table: items it can name and lists in one partition; no scan, nothing about the table itself. */
const ITEM_ACTIONS = [
  'dynamodb:BatchGetItem',
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
];
const BATCH_WRITE = 'dynamodb:BatchWriteItem';

/** What a function may do with items whose partition keys match: one statement, which has to cover every key of a request. */
export interface TableAccess {
  keys: readonly string[];
  actions: readonly string[];
}

/** Who is suppressed is for operators to say. */
const SUPPRESSED: TableAccess = { keys: ['SUPPRESSED#*'], actions: ['dynamodb:Query'] };

/** By prefix of the partition key (functions/store/keys.ts). Tests of the stack and `npm run test:lambda` see whether it is enough. */
export const CHATS_FUNCTION_ACCESS: readonly TableAccess[] = [
  { keys: ['USER#*'], actions: [...ITEM_ACTIONS, BATCH_WRITE] },
  // A chat that is deleted stops its searches and takes their logs along.
  {
    keys: ['SEARCH#*'],
    actions: [
      'dynamodb:BatchGetItem',
      BATCH_WRITE,
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
  },
  // What people share is in partitions of its own.
  {
    keys: ['SHARE#*'],
    actions: [BATCH_WRITE, 'dynamodb:GetItem', 'dynamodb:PutItem'],
  },
  SUPPRESSED,
];

const SEARCH_FUNCTION_KEYS = ['USER#*', 'SEARCH#*', 'QUOTA#*', 'RUNNING#*', 'LOOKUP#*'];
export const SEARCH_FUNCTION_ACCESS: readonly TableAccess[] = [
  { keys: SEARCH_FUNCTION_KEYS, actions: ITEM_ACTIONS },
  // An account is exported with what it shares, and people are taken out of that.
  { keys: ['SHARE#*'], actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] },
  // An account is erased across its partitions, what it shares among them.
  { keys: [...SEARCH_FUNCTION_KEYS, 'SHARE#*'], actions: [BATCH_WRITE] },
  SUPPRESSED,
];

/**
 * Chats, messages, users, searches and quotas: one table, which stays when the stack is destroyed unless the stage is a try-out. A
 * stage may be given a table that exists already, such as one restored from a backup; it is described during the deployment, which
 * fails when the functions could not work with it.
 */
export class Data extends Construct {
  readonly table: dynamodb.ITable | dynamodb.Table;
  /** Of every policy that allows this very table. */
  readonly #policyId: string;
  readonly #check: CustomResource | undefined;

  constructor(scope: Construct, id: string, { settings, code }: { settings: Settings; code: lambda.Code }) {
    super(scope, id);
    const { existingTable } = settings;
    this.#policyId = existingTable === undefined ? 'Table' : `Table-${existingTable}`;
    if (existingTable === undefined) {
      this.table = this.#createTable(settings);
      return;
    }
    this.table = dynamodb.Table.fromTableName(this, 'Table', existingTable);
    this.#check = this.#describe(existingTable, { settings, code });
  }

  #createTable({ retain }: Settings): dynamodb.Table {
    // The names are those of functions/store/table.ts; a test compares the two.
    const table = new dynamodb.Table(this, 'Table', {
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: retain,
      removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    table.addLocalSecondaryIndex({
      indexName: 'by-order',
      sortKey: { name: 'order', type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.ALL,
    });
    return table;
  }

  #describe(
    TableName: string,
    { settings, code }: { settings: Settings; code: lambda.Code },
  ): CustomResource {
    const checker = new EventFunction(this, 'Checker', {
      code,
      settings,
      description: 'Fails a deployment onto a table that the functions could not work with',
      // It may wait half a minute for its permission.
      timeout: Duration.seconds(60),
    });
    const permission = new iam.Policy(this, 'Describing', {
      roles: [checker.role],
      statements: [
        new iam.PolicyStatement({ actions: ['dynamodb:DescribeTable'], resources: [this.table.tableArn] }),
      ],
    });
    const check = new CustomResource(this, 'Check', {
      resourceType: 'Custom::TableCheck',
      serviceToken: checker.lambda.functionArn,
      serviceTimeout: Duration.minutes(2),
      properties: { TableName },
    });
    check.node.addDependency(permission);
    return check;
  }

  /** Leaves a function as it is until the table is known to be right. */
  checkBefore(dependent: Construct): void {
    if (this.#check !== undefined) dependent.node.addDependency(this.#check);
  }

  /**
   * Lets a role work with the table, by a policy of its own for each table. A deployment onto another table makes the new one before it
   * changes the function, which waits for its role's policies, and deletes the old one last: a function is always allowed the table that
   * it uses. The index is always reached through the table's partition keys, so one condition is enough for both.
   */
  grant(role: iam.Role, access: readonly TableAccess[]): iam.Policy {
    return new iam.Policy(role, this.#policyId, {
      roles: [role],
      statements: access.map(
        ({ keys, actions }) =>
          new iam.PolicyStatement({
            actions: [...actions],
            resources: [this.table.tableArn, `${this.table.tableArn}/index/by-order`],
            conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
          }),
      ),
    });
  }
}
