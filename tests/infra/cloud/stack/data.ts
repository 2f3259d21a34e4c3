import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TIME_TO_LIVE, tableDefinition } from '#functions/store/table.ts';
import { TABLE_LOGICAL_ID } from '#infra/cloud/settings/names.ts';
import { permissions, permissionsOf, propertiesOf } from '../support/resources.ts';
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

describe('a deployment onto another table', () => {
  const FUNCTIONS = ['Search', 'Chats'] as const;
  const onto = (existingTable: string) => synthesize({ existingTable }).template;
  const policiesOf = (from: typeof template, id: (typeof FUNCTIONS)[number], isOnTable: boolean) => {
    const allowed = permissionsOf(from, id);
    const onTable = allowed.filter(({ actions }) => actions.includes('dynamodb:Query'));
    const names = new Set(onTable.map(({ policy }) => policy));
    const all = [...new Set(allowed.map(({ policy }) => policy))];
    return all.filter((policy) => names.has(policy) === isOnTable);
  };
  /** What CloudFormation has made before it changes the resource. */
  const waitsFor = (from: typeof template, id: string): string[] =>
    [from.toJSON()['Resources'][id]['DependsOn'] ?? []].flat();
  const functionOf = (from: typeof template, id: string): string => {
    const all = Object.keys(from.findResources('AWS::Lambda::Function'));
    return all.find((one) => one.startsWith(`${id}Function`)) ?? '';
  };

  it.each<[string, typeof template, typeof template]>([
    ['restored', template, onto('Restored-1')],
    ['imported', onto('Restored-1'), template],
    ['with nearly the same name', onto('Restored-1'), onto('Restored.1')],
  ])('%s allows a function that before it uses it, and takes the old one back last', (_, before, after) => {
    for (const id of FUNCTIONS) {
      const [old = '', ...others] = policiesOf(before, id, true);
      const [added = '', ...more] = policiesOf(after, id, true);
      expect([others, more]).toEqual([[], []]);
      const resources = after.toJSON()['Resources'];
      // A policy of the same name, or in the same place of the template, would be changed where it is, before the function.
      expect(resources).not.toHaveProperty(old);
      expect(resources[added].Properties.PolicyName).not.toBe(
        before.toJSON()['Resources'][old].Properties.PolicyName,
      );
      expect(waitsFor(after, functionOf(after, id))).toContain(added);
      for (const other of policiesOf(after, id, false))
        expect(resources[other].Properties).toEqual(before.toJSON()['Resources'][other].Properties);
    }
  });

  it('follows one that allowed the table in the policy for all else: that is changed after there is one for the table', () => {
    for (const id of FUNCTIONS) {
      const others = policiesOf(template, id, false);
      expect(others).toHaveLength(1);
      expect(waitsFor(template, others[0] ?? '')).toEqual(policiesOf(template, id, true));
    }
  });

  it('has room for both tables at once, however long their names, in the 10,240 characters of a role', () => {
    const [one, other] = ['a', 'b'].map((letter) => onto(letter.repeat(255)));
    for (const id of FUNCTIONS) {
      const lengths = [one, other].flatMap((from) =>
        propertiesOf(from ?? template, 'AWS::IAM::Policy')
          .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref.startsWith(`${id}Role`)))
          .map(({ PolicyDocument }) => JSON.stringify(PolicyDocument).length),
      );
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(10_240);
    }
  });
});
