import type { MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { DirectDebitCharge } from '../../banks/direct-debit/ports.js';
import type { Submission } from '../../mandates/mandates/submission.js';
import type { DirectDebit } from './domain/direct-debit.js';
import type { ChargeName } from './ports.js';

/** The next call to a bank, outside of any transaction. */
export type BankCall = 'CHARGE' | 'FIND';

/** The bank, and the subject of the call. */
export interface BankOrder {
  readonly name: ChargeName & { readonly mandateId: MandateId };
  readonly place: { readonly appType: 'TEST' | 'LIVE'; readonly integrationId: string };
  readonly charge: DirectDebitCharge;
}

export function bankOrderOf(tx: AppTx, debit: DirectDebit, submission: Submission): BankOrder {
  const { paymentId, customerAppId, mandateId, integrationId, amount, currency } = debit.snapshot;
  return {
    name: { customerAppId, mandateId, paymentId },
    place: { appType: tx.customerApp.type, integrationId },
    charge: {
      reference: paymentId,
      mandateReference: submission.snapshot.reference,
      customerAppId,
      paymentId,
      amount,
      currency,
    },
  };
}
