import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TIME_TO_LIVE, tableDefinition } from '#functions/store/table-definition.ts';
import { TABLE_LOGICAL_ID } from '#infra/cloud/settings/names.ts';
import { permissions, permissionsOf, propertiesOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize();
const [[id, table] = []] = Object.entries(template.findResources('AWS::DynamoDB::Table'));

describe('the table', () => {
  it('has the keys and the index the store needs, because a local index cannot be added later', () => {
    const { TableName: _, ...definition } = tableDefinition('any');
    template.hasResourceProperties('AWS::DynamoDB::Table', { ...definition });
  });

  it('deletes expired items, because searches and quotas are temporary', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      TimeToLiveSpecification: { AttributeName: TIME_TO_LIVE, Enabled: true },
    });
  });

  it('supports point-in-time recovery, because bugs can delete data just as people can', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  it('is retained when the stack is deleted or replaces it, because the chats belong to people', () => {
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    template.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: true });
  });

  it('can be replaced by importing a restored table, which the stack then owns', () => {
    expect(id).toBe(TABLE_LOGICAL_ID);
    // An import takes the table alone from the template, so it must not refer to other resources.
    expect(JSON.stringify(table)).not.toMatch(/"(Ref|Fn::\w+|DependsOn)":/);
  });

  it('has a generated name, so that a stage can be recreated next to a retained or restored table', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', { TableName: Match.absent() });
  });
});

describe('an existing table', () => {
  const { template: given } = synthesize({
    existingTable: 'Restored-1',
    existingUserPool: 'us-east-1_Kept00001',
    reservedConcurrentChats: 0,
  });

  it('replaces a new one, so that one deployment brings back a backup or a retained table', () => {
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

  it('is the only one that the functions may access, along with its index', () => {
    const tables = permissionsOf(given, 'Chats').filter(({ actions }) => actions.includes('dynamodb:Query'));
    expect(tables[0]?.resource).toMatch(/table\/Restored-1".*table\/Restored-1\/index\/by-order"/);
  });

  it('keeps its accounts: the user pool is neither created nor changed', () => {
    given.resourceCountIs('AWS::Cognito::UserPool', 0);
    given.hasResourceProperties('AWS::Cognito::UserPoolClient', { UserPoolId: 'us-east-1_Kept00001' });
  });

  it('is verified before any function changes, so that a wrong table fails the deployment', () => {
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

describe('deploying onto another table', () => {
  const FUNCTIONS = ['Search', 'Chats'] as const;
  const onto = (existingTable: string) => synthesize({ existingTable }).template;
  const policiesOf = (from: typeof template, id: (typeof FUNCTIONS)[number], isOnTable: boolean) => {
    const allowed = permissionsOf(from, id);
    const onTable = allowed.filter(({ actions }) => actions.includes('dynamodb:Query'));
    const names = new Set(onTable.map(({ policy }) => policy));
    const all = [...new Set(allowed.map(({ policy }) => policy))];
    return all.filter((policy) => names.has(policy) === isOnTable);
  };
  /** The resources that CloudFormation makes before this one. */
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
  ])(
    '%s grants a function access before switching it, and revokes the old access last',
    (_, before, after) => {
      for (const id of FUNCTIONS) {
        const [old = '', ...others] = policiesOf(before, id, true);
        const [added = '', ...more] = policiesOf(after, id, true);
        expect([others, more]).toEqual([[], []]);
        const resources = after.toJSON()['Resources'];
        // A policy with the same name or logical id would be updated in place, before the function.
        expect(resources).not.toHaveProperty(old);
        expect(resources[added].Properties.PolicyName).not.toBe(
          before.toJSON()['Resources'][old].Properties.PolicyName,
        );
        expect(waitsFor(after, functionOf(after, id))).toContain(added);
        for (const other of policiesOf(after, id, false))
          expect(resources[other].Properties).toEqual(before.toJSON()['Resources'][other].Properties);
      }
    },
  );

  it('changes an old catch-all policy only after the table’s new policy exists', () => {
    for (const id of FUNCTIONS) {
      const others = policiesOf(template, id, false);
      expect(others).toHaveLength(1);
      expect(waitsFor(template, others[0] ?? '')).toEqual(policiesOf(template, id, true));
    }
  });

  it('fits both table policies into a role’s 10,240 characters, however long the table names', () => {
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
