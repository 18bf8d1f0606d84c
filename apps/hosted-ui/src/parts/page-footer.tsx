import type { Merchant } from '../api/hosted-view.js';
import { safeContactUrl, safeUrl } from '../api/safe-url.js';
import type { Texts } from '../i18n/texts.js';

interface PageFooterProps {
  readonly merchant: Merchant;
  readonly texts: Texts;
}

export function PageFooter({ merchant, texts }: PageFooterProps) {
  const support = safeContactUrl(merchant.support_url);
  const terms = safeUrl(merchant.terms_url);
  if (!support && !terms) return null;
  return (
    <footer class="page-footer">
      {support && <a href={support}>{texts.footer.support}</a>}
      {terms && <a href={terms}>{texts.footer.terms}</a>}
    </footer>
  );
}
