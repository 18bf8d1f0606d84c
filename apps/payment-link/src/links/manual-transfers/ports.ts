import type { IncomingTransfer } from './incoming-transfer.js';

/** What a payer is told of a transfer that went back. */
export type ReturnedTransfer = Pick<IncomingTransfer, 'amount' | 'currency' | 'cause'>;
