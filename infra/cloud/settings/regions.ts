/** CloudFront accepts certificates and firewalls from this region only. */
export const EDGE_REGION = 'us-east-1';

/**
 * The CloudFront price class that covers users near each region in which everything the stack needs is available. Other regions lack
 * function URLs (AWS::Lambda::Url, <https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html>) or SES, which sends the mails.
 */
export const REGIONS = {
  'af-south-1': '200',
  'ap-northeast-1': '200',
  'ap-northeast-2': '200',
  'ap-northeast-3': '200',
  'ap-south-1': '200',
  'ap-southeast-1': '200',
  'ap-southeast-2': 'all',
  'ap-southeast-3': '200',
  'ca-central-1': '100',
  'eu-central-1': '100',
  'eu-north-1': '100',
  'eu-south-1': '100',
  'eu-west-1': '100',
  'eu-west-2': '100',
  'eu-west-3': '100',
  'sa-east-1': 'all',
  'us-east-1': '100',
  'us-east-2': '100',
  'us-west-1': '100',
  'us-west-2': '100',
} as const;

/**
 * The same for AWS's other public regions, which were all accepted before although the stack lacks something there. Nothing new is deployed
 * there, but stages may run there, or have failed to. A test compares them with CDK's, which the commands that only read settings need not load.
 */
const FORMER_REGIONS = {
  'ap-east-1': '200',
  'ap-east-2': '200',
  'ap-south-2': '200',
  'ap-southeast-4': 'all',
  'ap-southeast-5': '200',
  'ap-southeast-6': 'all',
  'ap-southeast-7': '200',
  'ca-west-1': '100',
  'eu-central-2': '100',
  'eu-south-2': '100',
  'il-central-1': '100',
  'me-central-1': '200',
  'me-south-1': '200',
  'me-west-1': '200',
  'mx-central-1': '100',
} as const;

export const KNOWN_REGIONS = { ...REGIONS, ...FORMER_REGIONS };

export type Region = keyof typeof KNOWN_REGIONS;

export const isRegion = (region: string): region is Region => Object.hasOwn(KNOWN_REGIONS, region);

export const REGION_WANTED = `must be a region that has everything the stack needs: ${Object.keys(REGIONS).join(', ')}`;

/** Whether stages can be deployed to a region, rather than only operated and destroyed there. */
export const isOffered = ({ region }: { region: string }): boolean => Object.hasOwn(REGIONS, region);
