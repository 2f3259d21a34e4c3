import {
  CustomResource,
  Duration,
  aws_dynamodb as dynamodb,
  aws_iam as iam,
  type aws_lambda as lambda,
  RemovalPolicy,
  Validations,
} from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  ORDER_INDEX,
  ORDER_KEY,
  PARTITION_KEY,
  SORT_KEY,
  TIME_TO_LIVE,
} from '#functions/store/table-definition.ts';
import type { Settings } from '../settings/schema.ts';
import { EventFunction } from './event-function.ts';

/** What the store needs: items by key, and lists within one partition; no scans, and nothing that affects the table itself. */
const ITEM_ACTIONS = [
  'dynamodb:BatchGetItem',
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
];
const BATCH_WRITE = 'dynamodb:BatchWriteItem';

/** What a function may do with items whose partition keys match. One statement must cover all the keys of a request. */
export interface TableAccess {
  keys: readonly string[];
  actions: readonly string[];
}

/** Only operators may suppress people; the functions can only read the list. */
const SUPPRESSED: TableAccess = { keys: ['SUPPRESSED#*'], actions: ['dynamodb:Query'] };

/** By prefix of the partition key (functions/store/keys.ts). Tests of the stack and `npm run test:lambda` check that it suffices. */
export const CHATS_FUNCTION_ACCESS: readonly TableAccess[] = [
  { keys: ['USER#*'], actions: [...ITEM_ACTIONS, BATCH_WRITE] },
  // Deleting a chat stops its searches and deletes their logs.
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
  // Shares have partitions of their own.
  {
    keys: ['SHARE#*'],
    actions: [BATCH_WRITE, 'dynamodb:GetItem', 'dynamodb:PutItem'],
  },
  SUPPRESSED,
];

const SEARCH_FUNCTION_KEYS = ['USER#*', 'SEARCH#*', 'QUOTA#*', 'RUNNING#*', 'LOOKUP#*'];
export const SEARCH_FUNCTION_ACCESS: readonly TableAccess[] = [
  { keys: SEARCH_FUNCTION_KEYS, actions: ITEM_ACTIONS },
  // Exporting an account includes its shares, and people can be removed from them.
  { keys: ['SHARE#*'], actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] },
  // Erasing an account covers all its partitions, including its shares.
  { keys: [...SEARCH_FUNCTION_KEYS, 'SHARE#*'], actions: [BATCH_WRITE] },
  SUPPRESSED,
];

/**
 * Chats, messages, users, searches and quotas, in one table that is kept when the stack is destroyed, unless the stage is a try-out. A
 * stage may instead use an existing table, such as one restored from a backup; the deployment describes that table and fails if the
 * functions could not work with it.
 */
export class Data extends Construct {
  readonly table: dynamodb.ITable | dynamodb.Table;
  /** Part of the id of every policy for this table. */
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
    const table = new dynamodb.Table(this, 'Table', {
      partitionKey: { name: PARTITION_KEY, type: dynamodb.AttributeType.STRING },
      sortKey: { name: SORT_KEY, type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: TIME_TO_LIVE,
      // DynamoDB would keep a backup of the deleted table for 35 days.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: retain },
      deletionProtection: retain,
      removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    table.addLocalSecondaryIndex({
      indexName: ORDER_INDEX,
      sortKey: { name: ORDER_KEY, type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.ALL,
    });
    if (!retain)
      Validations.of(table).acknowledge({
        id: 'AwsSolutions-DDB3',
        reason: 'With retain=false, nothing of the table is to outlive the stack.',
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
      // It may have to wait half a minute for its permission to take effect.
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

  /** Defers changes to a function until the table has been checked. */
  checkBefore(dependent: Construct): void {
    if (this.#check !== undefined) dependent.node.addDependency(this.#check);
  }

  /**
   * Lets a role use the table, through a separate policy per table. A deployment that switches tables creates the new policy before it
   * updates the function, which waits for its role's policies, and deletes the old policy last, so that the function always has access to
   * the table it uses. The index is always queried by the table's partition keys, so one condition covers both.
   */
  grant(role: iam.Role, access: readonly TableAccess[]): iam.Policy {
    return new iam.Policy(role, this.#policyId, {
      roles: [role],
      statements: access.map(
        ({ keys, actions }) =>
          new iam.PolicyStatement({
            actions: [...actions],
            resources: [this.table.tableArn, `${this.table.tableArn}/index/${ORDER_INDEX}`],
            conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
          }),
      ),
    });
  }
}
