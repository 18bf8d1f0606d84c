import { Injectable } from '@nestjs/common';
import type {
  HostedReturnedTransfer,
  HostedTransferInstructions,
} from '@towpath/contracts/payment-link';
import type { PaymentId } from '@towpath/kernel';
import { byKey, byValues, type AppTx } from '@towpath/persistence';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { groupedReference, transferReference } from './transfer-rule.js';
import {
  incomingTransfers,
  type IncomingTransfer,
  type IncomingTransferId,
} from './incoming-transfer.table.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

/** Transfers that arrived, and what a payer needs for one. */
@Injectable()
export class ManualTransfersReads {
  constructor(private readonly accounts: PaymentAccountsReads) {}

  /** With the state of a returned transfer. Null unless the link waits for a transfer. */
  async instructions(
    tx: AppTx,
    link: PaymentLink,
    attempt: PaymentAttempt | null,
  ): Promise<HostedTransferInstructions | null> {
    await tx.begun;
    if (!attempt || !link.awaitsTransfer(attempt, tx.now)) return null;
    const { recipientAccountId, paymentId } = attempt.snapshot;
    const accounts = await this.accounts.byId(tx, [recipientAccountId]);
    const account = accounts.get(recipientAccountId);
    return {
      recipient_name: account?.legalEntityName ?? tx.customerApp.name,
      account_number: account?.reference ?? recipientAccountId,
      reference: groupedReference(transferReference(link.id)),
      returned: paymentId ? await latestReturned(tx, paymentId) : undefined,
    };
  }

  findAll(tx: AppTx, ids: readonly IncomingTransferId[]): Promise<IncomingTransfer[]> {
    return incomingTransfers.findAll(tx, ids);
  }

  /** A page of the IDs of transfers received in the half-open period, by ID. */
  async receivedBetween(
    tx: AppTx,
    { from, to }: SettlementPeriod,
    { after, limit }: { readonly after: IncomingTransferId | null; readonly limit: number },
  ): Promise<IncomingTransferId[]> {
    const rows = await tx.query<{ id: IncomingTransferId }>(
      byValues(`SELECT incoming_transfer_id AS id FROM incoming_transfers
       WHERE customer_app_id = $1 AND received_at >= $2 AND received_at < $3
         AND ($4::text IS NULL OR incoming_transfer_id > $4)
       ORDER BY incoming_transfer_id LIMIT $5`),
      [tx.customerApp.id, from, to, after, limit],
    );
    return rows.map(({ id }) => id);
  }
}

/** The latest transfer for the payment that went back as a whole, if the payer can correct it. */
async function latestReturned(
  tx: AppTx,
  paymentId: PaymentId,
): Promise<HostedReturnedTransfer | undefined> {
  const [latest] = await tx.query<Pick<IncomingTransfer, 'amount' | 'currency' | 'cause'>>(
    byKey(`SELECT amount, currency, cause FROM incoming_transfers
     WHERE customer_app_id = $1 AND payment_id = $2 AND outcome = 'RETURNED'
     ORDER BY received_at DESC, incoming_transfer_id DESC LIMIT 1`),
    [tx.customerApp.id, paymentId],
  );
  const { amount = 0, currency = '', cause } = latest ?? {};
  const isCorrectable = cause === 'TOO_LITTLE' || cause === 'OTHER_CURRENCY';
  return isCorrectable ? { amount, currency, cause } : undefined;
}
