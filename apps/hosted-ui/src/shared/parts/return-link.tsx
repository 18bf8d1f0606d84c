import type { WayBack } from '../api/page-types.js';
import { safeUrl } from '../api/safe-url.js';
import { wholeTab } from '../embedding/frame.js';
import type { PageTexts } from '../i18n/page/en.js';

interface ReturnLinkProps {
  readonly view: WayBack;
  readonly texts: PageTexts;
  readonly kind: 'primary' | 'secondary';
}

/** The link back to the merchant, for links that were opened from the merchant's own page. */
export function ReturnLink({ view, texts, kind }: ReturnLinkProps) {
  const url = view.ui_mode === 'standalone' ? null : safeUrl(view.return_url);
  if (!url) return null;
  return (
    <a class={`button button--${kind}`} href={url} target={wholeTab()}>
      {texts.actions.returnTo(view.merchant.display_name)}
    </a>
  );
}
