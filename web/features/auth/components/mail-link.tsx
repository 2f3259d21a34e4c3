import { TEXT_LINK } from './text-link.ts';
import { useSiteConfig } from './use-site-config.ts';

/** Where the local stack sends no mail, the way to what it would have sent. */
export function MailLink() {
  const page = useSiteConfig()?.mailPage;
  if (page === undefined) return null;
  return (
    <p className="text-ink-muted text-small">
      This is a local installation, which sends no mail:{' '}
      <a href={page} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        your code
      </a>
      .
    </p>
  );
}
