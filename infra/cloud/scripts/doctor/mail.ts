import * as v from 'valibot';
import { find } from '../../aws.ts';
import { isProduction } from '../../settings/read-settings.ts';
import { bad, doubtful, type Examined, type Finding, good } from './examine.ts';

const MailIdentity = v.object({ VerifiedForSendingStatus: v.optional(v.boolean(), false) });
const MailAccount = v.object({
  ProductionAccessEnabled: v.optional(v.boolean(), false),
  SendingEnabled: v.optional(v.boolean(), false),
  SendQuota: v.optional(v.object({ Max24HourSend: v.number() })),
});
export const OWN_MAILS = "Cognito's own sender: 50 mails a day in total";

export async function checkMail({ settings, aws }: Examined): Promise<Finding> {
  const { mailSender, region } = settings;
  if (mailSender === undefined)
    return doubtful(
      OWN_MAILS,
      'Enough to try things out; otherwise set mailSender, on a domain verified in SES',
    );
  const domain = mailSender.split('@')[1] ?? '';
  const command = ['sesv2', 'get-email-identity', '--email-identity', domain];
  const identity = await find(aws(region), command, MailIdentity);
  if (identity?.VerifiedForSendingStatus !== true)
    return bad(
      `${domain} is ${identity === undefined ? 'unknown to' : 'not verified in'} SES in ${region}`,
      `aws sesv2 create-email-identity --region ${region} --email-identity ${domain}, then add the DNS records it returns`,
    );
  const account = v.parse(MailAccount, await aws(region)(['sesv2', 'get-account']));
  if (!account.SendingEnabled)
    return bad(`SES has paused this account's mail in ${region}`, 'The SES console says why');
  if (!account.ProductionAccessEnabled)
    return (isProduction(settings) ? bad : doubtful)(
      `${domain} is verified, but SES is in its sandbox in ${region}: it sends only to verified addresses`,
      'Request production access in the SES console; it takes about a day',
    );
  return good(`${domain} is verified, ${account.SendQuota?.Max24HourSend ?? 'some'} mails a day`);
}
