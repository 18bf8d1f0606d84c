import type { Merchant } from '../api/page-types.js';
import { safeContactUrl } from '../api/safe-url.js';
import { besides } from '../embedding/frame.js';
import type { PageTexts } from '../i18n/page/en.js';

interface ContactLinkProps {
  readonly merchant: Pick<Merchant, 'display_name' | 'support_url'>;
  readonly texts: Pick<PageTexts, 'actions'>;
}

/** For screens that refer the payer to the merchant, if the merchant has a contact address. */
export function ContactLink({ merchant, texts }: ContactLinkProps) {
  const contact = safeContactUrl(merchant.support_url);
  if (!contact) return null;
  return (
    <a class="button button--secondary" href={contact} target={besides()} rel="noreferrer">
      {texts.actions.contact(merchant.display_name)}
    </a>
  );
}
