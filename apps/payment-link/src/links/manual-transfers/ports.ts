import type { IncomingTransfer } from './incoming-transfer.js';

/** What the payer sees about a returned transfer. */
export type ReturnedTransfer = Pick<IncomingTransfer, 'amount' | 'currency' | 'cause'>;
