import * as v from 'valibot';
import { tableFault } from '#functions/deployment/table-fault.ts';
import { TIME_TO_LIVE } from '#functions/store/table-definition.ts';
import { find } from '../../aws.ts';
import { bad, type Check, doubtful, good } from './examine.ts';

const KeySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.string() }));
const Index = v.object({
  IndexName: v.string(),
  KeySchema,
  Projection: v.object({ ProjectionType: v.string() }),
});
const Described = v.object({
  Table: v.object({
    TableStatus: v.string(),
    KeySchema,
    LocalSecondaryIndexes: v.optional(v.array(Index), []),
    SSEDescription: v.optional(v.object({ Status: v.string(), SSEType: v.optional(v.string()) })),
    DeletionProtectionEnabled: v.optional(v.boolean(), false),
  }),
});

/** Checks an existing table that the stage is to use. */
export const checkTable =
  (name: string): Check =>
  async ({ settings: { region }, aws }) => {
    const answer = await find(aws(region), ['dynamodb', 'describe-table', '--table-name', name], Described);
    if (answer === undefined)
      return bad(
        `there is no table ${name} in ${region}`,
        'Name an existing one, or leave out existingTable',
      );
    const { Table } = answer;
    const fault = tableFault(Table);
    if (fault !== undefined)
      return bad(`${name} ${fault}`, 'Restore it completely, as docs/operations.md describes');
    const { SSEDescription, DeletionProtectionEnabled } = Table;
    const encryption = SSEDescription?.SSEType === 'KMS' ? 'a KMS key' : "DynamoDB's own key";
    const found = `${name} has the required keys and index, and is encrypted with ${encryption}; npm run migrate -- --verify --table ${name} -c region=${region} checks its items`;
    if (DeletionProtectionEnabled) return good(found);
    return doubtful(
      `${found}; it is not protected against deletion`,
      `aws dynamodb update-table --region ${region} --table-name ${name} --deletion-protection-enabled`,
    );
  };

const Expiry = v.object({
  TimeToLiveDescription: v.object({
    TimeToLiveStatus: v.string(),
    AttributeName: v.optional(v.string()),
  }),
});

export const checkExpiry =
  (name: string): Check =>
  async ({ settings: { region }, aws }) => {
    const answer = await find(
      aws(region),
      ['dynamodb', 'describe-time-to-live', '--table-name', name],
      Expiry,
    );
    const { TimeToLiveStatus = 'missing', AttributeName } = answer?.TimeToLiveDescription ?? {};
    if (/^ENABL/.test(TimeToLiveStatus) && AttributeName === TIME_TO_LIVE)
      return good(`enabled, by ${TIME_TO_LIVE}`);
    return bad(
      'searches, quotas and lookups would never expire',
      `aws dynamodb update-time-to-live --region ${region} --table-name ${name} --time-to-live-specification Enabled=true,AttributeName=${TIME_TO_LIVE}`,
    );
  };

const Backups = v.object({
  ContinuousBackupsDescription: v.object({
    PointInTimeRecoveryDescription: v.optional(v.object({ PointInTimeRecoveryStatus: v.string() })),
  }),
});

export const checkRecovery =
  (name: string): Check =>
  async ({ settings: { region }, aws }) => {
    const command = ['dynamodb', 'describe-continuous-backups', '--table-name', name];
    const answer = await find(aws(region), command, Backups);
    const recovery = answer?.ContinuousBackupsDescription.PointInTimeRecoveryDescription;
    if (recovery?.PointInTimeRecoveryStatus === 'ENABLED') return good('to any second of the last 35 days');
    return doubtful(
      'nothing can be restored: point-in-time recovery is off',
      `aws dynamodb update-continuous-backups --region ${region} --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    );
  };
