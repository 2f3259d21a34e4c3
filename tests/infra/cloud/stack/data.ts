import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TIME_TO_LIVE, tableDefinition } from '#functions/store/table.ts';
import { TABLE_LOGICAL_ID } from '#infra/cloud/settings/names.ts';
import { permissions, permissionsOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize();
const [[id, table] = []] = Object.entries(template.findResources('AWS::DynamoDB::Table'));

describe('the table', () => {
  it('has the keys and the index the store asks for, since a local index cannot be added later', () => {
    const { TableName: _, ...definition } = tableDefinition('any');
    template.hasResourceProperties('AWS::DynamoDB::Table', { ...definition });
  });

  it('forgets what has expired, since searches and quotas are not kept', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      TimeToLiveSpecification: { AttributeName: TIME_TO_LIVE, Enabled: true },
    });
  });

  it('can be restored to any second of the last weeks, since a bug can delete as well as a person', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  it('stays when the stack goes or replaces it, since chats belong to people', () => {
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    template.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: true });
  });

  it('is where a restored one is imported, so that the stack owns it from then on', () => {
    expect(id).toBe(TABLE_LOGICAL_ID);
    // An import takes it alone out of the template.
    expect(JSON.stringify(table)).not.toMatch(/"(Ref|Fn::\w+|DependsOn)":/);
  });

  it('has no name of its own, so that a stage can be made again beside a kept table, or go on with a restored one', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', { TableName: Match.absent() });
  });
});

describe('a table that is there already', () => {
  const { template: given } = synthesize({
    existingTable: 'Restored-1',
    existingUserPool: 'us-east-1_Kept00001',
    reservedConcurrentChats: 0,
  });

  it('is used in place of a new one, so that a backup or a kept table comes back with one deployment', () => {
    given.resourceCountIs('AWS::DynamoDB::Table', 0);
    for (const description of [
      'Runs searches and streams their events',
      "Reads and writes people's own chats",
    ])
      given.hasResourceProperties('AWS::Lambda::Function', {
        Description: description,
        Environment: { Variables: { TABLE_NAME: 'Restored-1', USER_POOL_ID: 'us-east-1_Kept00001' } },
      });
  });

  it('is all the functions may touch, with its index', () => {
    const tables = permissionsOf(given, 'Chats').filter(({ actions }) => actions.includes('dynamodb:Query'));
    expect(tables[0]?.resource).toMatch(/table\/Restored-1".*table\/Restored-1\/index\/by-order"/);
  });

  it('comes with its accounts: the user pool is neither made anew nor changed', () => {
    given.resourceCountIs('AWS::Cognito::UserPool', 0);
    given.hasResourceProperties('AWS::Cognito::UserPoolClient', { UserPoolId: 'us-east-1_Kept00001' });
  });

  it('is described before any function is changed, so that a wrong one fails the deployment', () => {
    const [id, check] = Object.entries(given.findResources('Custom::TableCheck'))[0] ?? [];
    expect(check?.['Properties'].TableName).toBe('Restored-1');
    expect(check?.['Properties'].ServiceToken).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/^DataChecker/), 'Arn'],
    });
    for (const name of ['Search', 'Chats']) {
      const found = given.findResources('AWS::Lambda::Function', {
        Properties: { Environment: Match.anyValue() },
      });
      const [, api] = Object.entries(found).find(([one]) => one.startsWith(`${name}Function`)) ?? [];
      expect(api?.['DependsOn']).toContain(id);
    }
    expect(permissions(given).find(({ policy }) => policy.startsWith('DataDescribing'))).toMatchObject({
      actions: ['dynamodb:DescribeTable'],
      resource: expect.stringMatching(/table\/Restored-1"/),
    });
    template.resourceCountIs('Custom::TableCheck', 0);
  });
});
