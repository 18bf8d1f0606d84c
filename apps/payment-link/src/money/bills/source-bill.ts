import type { Sender } from '../../parties/payment-users/ensure-sender.use-case.js';
import type { BillContent } from './bill.js';

/** A bill as an external billing system has it at present. */
export interface SourceBill extends BillContent {
  readonly integrationId: string;
  readonly externalBillId: string;
  readonly isWithdrawn: boolean;
  readonly sender: Sender;
}
