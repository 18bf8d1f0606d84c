import type { MandateRecord } from '@towpath/contracts/internal';
import type { PaymentAccountId } from '@towpath/kernel';
import type { MandateChargeTerms } from './mandate-charge.js';

/** The payer's side of a mandate: bank, account and authorization there. */
export type MandateBank = MandateChargeTerms['bank'];

export function bankOf(mandate: MandateRecord): MandateBank {
  return {
    institutionId: mandate.institution_id ?? null,
    senderAccountId: (mandate.sender_account_id ?? null) as PaymentAccountId | null,
    ddaReference: mandate.mandate_details.dda_reference ?? null,
  };
}
