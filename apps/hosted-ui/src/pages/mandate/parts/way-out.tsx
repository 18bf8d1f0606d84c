import { useEffect, useState } from 'preact/hooks';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { isFramed } from '../../../shared/embedding/frame.js';
import { Button } from '../../../shared/parts/button.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { browserTimers } from '../../../shared/timing/timers.js';
import type { MandateViewProps } from '../screens/mandate-screen-props.js';

const RETURN_AFTER_MS = 5_000;

interface WayOutProps extends MandateViewProps {
  readonly goes: 'by_itself' | 'as_next_step' | 'when_asked';
}

/** Back to the merchant: by itself in `auto_redirect` when all went well, else when asked to. */
export function WayOut({ view, texts, merchant, leave, goes }: WayOutProps) {
  const url = safeUrl(view.return_url);
  const may = goes === 'by_itself' && view.ui_mode === 'auto_redirect';
  const [goesByItself, setGoesByItself] = useState(may);
  useEffect(() => {
    if (!goesByItself || !url) return undefined;
    return browserTimers.after(RETURN_AFTER_MS, () => {
      if (!leave(url)) setGoesByItself(false);
    });
  }, [goesByItself, url]);
  if (!url || view.ui_mode === 'standalone') {
    return isFramed() ? null : <p class="aside">{texts.wayOut.closePage}</p>;
  }
  return (
    <>
      <ReturnLink
        view={view}
        texts={texts}
        kind={goes === 'when_asked' ? 'secondary' : 'primary'}
      />
      {goesByItself && (
        <p class="aside" role="status">
          {texts.wayOut.returningSoon(merchant)}
        </p>
      )}
      {goesByItself && (
        <Button kind="quiet" onPress={() => setGoesByItself(false)}>
          {texts.wayOut.stay}
        </Button>
      )}
    </>
  );
}
