import { Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Settings } from '../../settings/schema.ts';

export function acknowledgeDistribution(distribution: Distribution, settings: Settings): void {
  const validations = Validations.of(distribution);
  validations.acknowledge(
    {
      id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason:
        'Only the root could list, and the root is index.html: by defaultRootObject and by show-page.mjs.',
    },
    { id: 'AwsSolutions-CFR1', reason: 'Recruiters and researchers everywhere may use it.' },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        "Access logs hold visitors' addresses; metrics and the firewall's samples answer the same questions.",
    },
  );
  if (settings.domainName === undefined)
    validations.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason:
        "cloudfront.net's own certificate fixes the protocol versions; a domain of one's own gets TLS 1.2 and up.",
    });
  if (!settings.waf)
    validations.acknowledge({
      id: 'AwsSolutions-CFR2',
      reason: 'Switched off by the setting waf=false; the quotas per address and day still hold.',
    });
}
