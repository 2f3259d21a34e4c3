import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** The built page. Private: CloudFront alone reads it. It goes with the stack, since any build makes it again. */
export function siteBucket(scope: Construct): IBucket {
  const bucket = new Bucket(scope, 'Bucket', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    autoDeleteObjects: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'It holds only the public page, read by CloudFront; a log of reads would be a log of visitors.',
  });
  if (!servesNoWebsite(bucket)) throw new Error('The bucket must not serve pages itself.');
  return bucket;
}

/** Also tells the compiler that the property is there, which CDK's class leaves open and its interface does not. */
const servesNoWebsite = (bucket: Bucket): bucket is Bucket & { isWebsite: boolean } =>
  bucket.isWebsite === false;
