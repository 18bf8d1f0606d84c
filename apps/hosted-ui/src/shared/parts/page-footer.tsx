import type { Merchant } from '../api/page-types.js';
import { safeContactUrl, safeUrl } from '../api/safe-url.js';
import { besides } from '../embedding/frame.js';
import type { PageTexts } from '../i18n/page/en.js';

interface PageFooterProps {
  readonly merchant: Merchant;
  readonly texts: PageTexts;
}

export function PageFooter({ merchant, texts }: PageFooterProps) {
  const support = safeContactUrl(merchant.support_url);
  const terms = safeUrl(merchant.terms_url);
  if (!support && !terms) return null;
  const target = besides();
  return (
    <footer class="page-footer">
      {support && (
        <a href={support} target={target} rel="noreferrer">
          {texts.footer.support}
        </a>
      )}
      {terms && (
        <a href={terms} target={target} rel="noreferrer">
          {texts.footer.terms}
        </a>
      )}
    </footer>
  );
}
