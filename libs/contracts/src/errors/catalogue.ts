import type { ErrorCode } from '@towpath/kernel';
import { linkErrors } from './link-errors.js';
import { paymentErrors } from './payment-errors.js';
import type { CatalogueEntry } from './catalogue-entry.js';
import { platformErrors } from './platform-errors.js';

/** Every error code with its HTTP status and texts. Total: a code without an entry does not compile. */
export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = {
  ...platformErrors,
  ...linkErrors,
  ...paymentErrors,
};

/** The integer that E1 sends: the code's own number, else HTTP status times 100. */
export function legacyCodeOf(code: ErrorCode): number {
  const { legacyCode, status } = errorCatalogue[code];
  return legacyCode ?? status * 100;
}
