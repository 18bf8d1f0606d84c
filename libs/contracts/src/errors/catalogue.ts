import type { ErrorCode } from '@towpath/kernel';
import { linkErrors } from './link-errors.js';
import { paymentErrors } from './payment-errors.js';
import { platformErrors } from './platform-errors.js';

export const ERROR_TYPES = ['API_ERROR', 'LINK_ERROR', 'LINKING_ERROR'] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

export interface CatalogueEntry {
  /** HTTP status. */
  readonly status: number;
  readonly type: ErrorType;
  /** The integer `code` of the E1 envelope; absent where no E1 operation answers it. */
  readonly legacyCode?: number;
  /** Constant per code; what is particular to one answer goes into `details`. */
  readonly message: string;
}

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
