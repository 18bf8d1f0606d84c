import { useState } from 'preact/hooks';
import type { Merchant } from '../api/page-types.js';
import { safeUrl } from '../api/safe-url.js';

/** The merchant's logo, or the first letter of its name. */
export function Logo({ merchant }: { readonly merchant: Merchant }) {
  const url = safeUrl(merchant.logo_url);
  const [broken, setBroken] = useState(false);
  if (url && !broken) {
    return (
      <img
        class="merchant__logo"
        src={url}
        alt=""
        width="44"
        height="44"
        referrerpolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span class="merchant__logo merchant__logo--letter" aria-hidden="true">
      {[...merchant.display_name.trim()][0]?.toUpperCase()}
    </span>
  );
}
