import { useEffect, useState } from 'preact/hooks';
import type { WayBack } from '../api/page-types.js';
import { safeUrl } from '../api/safe-url.js';
import { isFramed, leaveTo, wholeTab } from '../embedding/frame.js';
import type { PageTexts } from '../i18n/page/en.js';
import { browserTimers } from '../timing/timers.js';
import { Button } from './button.js';

const RETURN_AFTER_MS = 5_000;

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

interface WayOutProps extends ReturnLinkProps {
  /** After a few seconds, unless the payer stays. */
  readonly byItself?: boolean;
}

/** Back to the merchant; without a way back, the page can be closed. */
export function WayOut({ view, texts, kind, byItself = false }: WayOutProps) {
  const url = safeUrl(view.return_url);
  if (!url || view.ui_mode === 'standalone') {
    return isFramed() ? null : <p class="aside">{texts.wayOut.closePage}</p>;
  }
  const merchant = view.merchant.display_name;
  return (
    <>
      <ReturnLink view={view} texts={texts} kind={kind} />
      {byItself && <ByItself go={() => leaveTo(url)} texts={texts} merchant={merchant} />}
    </>
  );
}

interface ByItselfProps {
  /** False if the page stays. */
  readonly go: () => boolean;
  readonly texts: PageTexts;
  readonly merchant: string;
}

/** Goes back after a few seconds, and says so; the payer can prevent it. */
export function ByItself({ go, texts, merchant }: ByItselfProps) {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (stays) return undefined;
    return browserTimers.after(RETURN_AFTER_MS, () => {
      if (!go()) setStays(true);
    });
  }, [stays]);
  if (stays) return null;
  return (
    <>
      <p class="aside" role="status">
        {texts.wayOut.returningSoon(merchant)}
      </p>
      <Button kind="quiet" onPress={() => setStays(true)}>
        {texts.wayOut.stay}
      </Button>
    </>
  );
}
