import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';

const Statement = v.object({
  Action: v.union([v.string(), v.array(v.string())]),
  Resource: v.optional(v.unknown()),
  Condition: v.optional(v.unknown()),
  Effect: v.string(),
});
const Policy = v.object({
  Properties: v.object({
    PolicyDocument: v.object({ Statement: v.array(Statement) }),
    Roles: v.optional(v.array(v.object({ Ref: v.string() }))),
  }),
});

export interface Permission {
  policy: string;
  roles: string[];
  actions: string[];
  resource: string;
  condition: string;
}

/** Every statement of every policy in the template, with resources and conditions as JSON. */
export function permissions(template: Template): Permission[] {
  const kinds = ['AWS::IAM::Policy', 'AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy'];
  const found = kinds.flatMap((kind) => Object.entries(template.findResources(kind)));
  return found.flatMap(([policy, resource]) => {
    const { PolicyDocument, Roles } = v.parse(Policy, resource).Properties;
    return PolicyDocument.Statement.map((statement) => ({
      policy,
      roles: (Roles ?? []).map((role) => role.Ref),
      actions: [statement.Action].flat(),
      resource: JSON.stringify(statement.Resource ?? null),
      condition: JSON.stringify(statement.Condition ?? null),
    }));
  });
}

/** The properties of all resources of a kind, optionally of those with the given properties. */
export const propertiesOf = (template: Template, kind: string, properties: object = {}) =>
  Object.values(template.findResources(kind, { Properties: properties })).map((found) => found['Properties']);

/** The permissions of a function’s role, by construct id. */
export const permissionsOf = (
  template: Template,
  id: 'Search' | 'Chats' | 'SimulatedProviders',
): Permission[] =>
  permissions(template).filter(({ roles }) =>
    roles.some((role) => new RegExp(`^${id}(Answering)?Role`).test(role)),
  );
