import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { HeldBooks } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import type { SettlementPlace } from '@towpath/reconciliation';
import { ChargesService } from '../../cards/charges/charges.service.js';
import { PaymentLinksReads } from '../../links/payment-links/payment-links.reads.js';
import type { PaymentSnapshot } from '../../money/payments/payment.table.js';
import type { RefundSnapshot } from '../../money/refunds/refund.table.js';
import { LedgerReads, type PaymentTransfer } from '../../money/ledger/ledger.reads.js';
import { RefundsReads } from '../../money/refunds/refunds.reads.js';
import { held, heldParts } from './held-sums.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';

/** Money that came, money that went back. */
export const SIDES = ['CHARGE', 'REFUND'] as const;
type CardPaymentBooks = HeldBooks<(typeof SIDES)[number]>;

/** Payments, refunds and ledger entries about payments at one gateway. */
@Injectable()
export class CardPaymentsReads {
  constructor(
    private readonly paymentsReads: PaymentsReads,
    private readonly links: PaymentLinksReads,
    private readonly charges: ChargesService,
    private readonly ledgerReads: LedgerReads,
    private readonly refundsReads: RefundsReads,
  ) {}

  /** By payment; without those that we do not have, or have at another gateway. */
  async booksOf(
    tx: AppTx,
    key: SettlementPlace,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, CardPaymentBooks>> {
    const asked = subjects.flatMap((subject) => parseId<PaymentId>(subject) ?? []);
    const payments = await this.atGateway(tx, key, await this.paymentsReads.findAll(tx, asked));
    const ids = payments.map(({ paymentId }) => paymentId);
    const transfers = await this.ledgerReads.ofPayments(tx, ids);
    const refunds = await this.refundsReads.ofPayments(tx, ids);
    return new Map(
      payments.map((payment) => [
        payment.paymentId,
        booksOf(
          payment,
          transfers.filter(({ paymentId }) => paymentId === payment.paymentId),
          refunds.filter(({ paymentId }) => paymentId === payment.paymentId),
        ),
      ]),
    );
  }

  private async atGateway(
    tx: AppTx,
    { appType, integrationId }: SettlementPlace,
    payments: readonly PaymentSnapshot[],
  ): Promise<PaymentSnapshot[]> {
    const attemptIds = payments.flatMap(({ attemptId }) => attemptId ?? []);
    const attempts = await this.links.gatewaysOf(tx, attemptIds);
    const charges = await this.charges.gatewaysOf(
      tx,
      payments.map(({ paymentId }) => paymentId),
    );
    return payments.filter(({ paymentId, attemptId, live }) => {
      const gateway = attemptId === null ? charges.get(paymentId) : attempts.get(attemptId);
      return gateway === integrationId && live === (appType === 'LIVE');
    });
  }
}

function booksOf(
  payment: PaymentSnapshot,
  transfers: readonly PaymentTransfer[],
  refunds: readonly RefundSnapshot[],
): CardPaymentBooks {
  const { paymentId, status, attemptId, amount, surchargeAmount, currency, updatedAt } = payment;
  const paid = { amount: amount + surchargeAmount, currency, at: updatedAt };
  const sent = refunds.filter((refund) => refund.status === 'EXECUTED');
  const ofKind = (kind: PaymentTransfer['kind']) =>
    transfers
      .filter((transfer) => transfer.kind === kind)
      .map((transfer) => ({ ...transfer, at: transfer.occurredAt }));
  const unexpected = ofKind('UNEXPECTED_RECEIPT');
  return {
    reference: attemptId ?? paymentId,
    sides: {
      // Money that no link took is in the ledger alone: its payment was never executed.
      CHARGE:
        unexpected.length > 0
          ? held([unexpected])
          : held([status === 'EXECUTED' ? [paid] : [], ofKind('PAYMENT')]),
      REFUND: heldParts(
        sent.map((refund) => ({ ...refund, at: refund.updatedAt })),
        [...ofKind('UNEXPECTED_RETURN'), ...ofKind('REFUND')],
      ),
    },
  };
}
