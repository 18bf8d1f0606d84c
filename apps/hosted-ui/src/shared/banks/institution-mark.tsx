import { useState } from 'preact/hooks';
import { safeUrl } from '../api/safe-url.js';
import type { Institution } from '../api/page-types.js';
import { initialsOf, markColors } from './initials.js';

/** The institution's logo, or its initials on its colour; the name is always beside it. */
export function InstitutionMark({ institution }: { readonly institution: Institution }) {
  const url = safeUrl(institution.logo_url);
  const [broken, setBroken] = useState(false);
  if (url && !broken) {
    return (
      <img
        class="bank-mark"
        src={url}
        alt=""
        width="40"
        height="40"
        loading="lazy"
        referrerpolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span
      class="bank-mark bank-mark--letters"
      style={{ ...markColors(institution) }}
      aria-hidden="true"
    >
      {initialsOf(institution.name)}
    </span>
  );
}
