import type { Institution } from '../api/page-types.js';
import { Logo } from '../parts/logo.js';
import { initialsOf, markColors } from './initials.js';

/** The institution's logo, or its initials on its colour. */
export function InstitutionMark({ institution }: { readonly institution: Institution }) {
  const letters = initialsOf(institution.name);
  const colors = markColors(institution);
  return (
    <Logo
      class="bank-mark"
      url={institution.logo_url}
      size={40}
      letters={letters}
      colors={colors}
    />
  );
}
