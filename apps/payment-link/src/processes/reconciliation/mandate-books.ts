import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import {
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type ListFailure,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from '@towpath/reconciliation';
import { MandateDirectoryService } from '../../debit/mandate-directory/mandate-directory.service.js';
import { MandatePaymentsService } from '../../debit/mandate-payments/mandate-payments.service.js';
import type { PaymentSnapshot } from '../../money/payments/payment.table.js';
import { ExecutedHere } from './executed-here.js';
import { held } from './held-sums.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { LedgerReads, type PaymentTransfer } from '../../money/ledger/ledger.reads.js';

/** The name of the place in differences. */
export const MANDATES = 'MANDATES';
const PLACES: readonly SettlementPlace[] = [
  { appType: 'TEST', integrationId: MANDATES },
  { appType: 'LIVE', integrationId: MANDATES },
];

/** Our payments by direct debit, compared with collections and returns in mandate. */
@Injectable()
export class MandateBooks extends ReconciledBooks {
  override readonly keeper = 'service of mandates';
  override readonly sides = ['CHARGE', 'RETURN'] as const;

  constructor(
    private readonly directory: MandateDirectoryService,
    private readonly paymentsReads: PaymentsReads,
    private readonly ledgerReads: LedgerReads,
    private readonly executedHere: ExecutedHere,
    private readonly mandatePayments: MandatePaymentsService,
  ) {
    super();
  }

  override places(): readonly SettlementPlace[] {
    return PLACES;
  }

  override async *settled(
    { customerAppId, appType }: ReconciliationKey,
    { from, to }: SettlementPeriod,
  ): AsyncGenerator<SettledEntry> {
    const asked = {
      customer_app_id: customerAppId,
      live: appType === 'LIVE',
      from: from.toISOString(),
      to: to.toISOString(),
    };
    for (let after: string | undefined; ;) {
      const { charges, next } = await this.directory.settled({ ...asked, after });
      for (const { payment_id: paymentId, returned, settled_at, amount, currency } of charges) {
        for (const kind of returned ? this.sides : (['CHARGE'] as const)) {
          const entryId = `${paymentId} ${kind}`;
          const settledAt = new Date(settled_at);
          yield { entryId, reference: paymentId, paymentId, kind, amount, currency, settledAt };
        }
      }
      if (next === undefined) return;
      after = next;
    }
  }

  override listFailure(error: unknown): ListFailure | null {
    return error instanceof PeerUnavailable ? 'SILENT' : null;
  }

  override async held(
    tx: AppTx,
    { appType }: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    const asked = subjects.flatMap((subject) => parseId<PaymentId>(subject) ?? []);
    const payments = (await this.paymentsReads.findAll(tx, asked)).filter(
      ({ type, live }) => type === 'MANDATE' && live === (appType === 'LIVE'),
    );
    const ids = payments.map(({ paymentId }) => paymentId);
    const transfers = await this.ledgerReads.ofPayments(tx, ids);
    return new Map(
      payments.map((payment) => [
        payment.paymentId,
        booksOf(
          payment,
          transfers.filter(({ paymentId }) => paymentId === payment.paymentId),
        ),
      ]),
    );
  }

  override executed(
    tx: AppTx,
    _key: ReconciliationKey,
    { after, ...period }: ExecutedPeriod,
  ): Promise<ExecutedPage> {
    return this.executedHere.page(tx, period, after as PaymentId | null);
  }

  /** The schedule of charges asks within a second. */
  override async ask(tx: AppTx, reference: string): Promise<null> {
    const paymentId = parseId<PaymentId>(reference);
    if (paymentId) await this.mandatePayments.makeDue(tx, paymentId);
    return null;
  }
}

/** Money that no link took is in the ledger alone: its payment was never executed. */
function booksOf(payment: PaymentSnapshot, transfers: readonly PaymentTransfer[]): HeldBooks {
  const { amount, surchargeAmount, currency, updatedAt } = payment;
  const paid = { amount: amount + surchargeAmount, currency, at: updatedAt };
  const ofKind = (kind: PaymentTransfer['kind']) =>
    transfers
      .filter((transfer) => transfer.kind === kind)
      .map((transfer) => ({ ...transfer, at: transfer.occurredAt }));
  const unexpected = ofKind('UNEXPECTED_RECEIPT');
  const { amountReturned, returnedAt } = payment;
  const back =
    amountReturned !== null && returnedAt !== null
      ? [{ amount: amountReturned, currency, at: returnedAt }]
      : [];
  return {
    reference: payment.paymentId,
    sides: {
      CHARGE:
        unexpected.length > 0
          ? held([unexpected])
          : held([payment.status === 'EXECUTED' ? [paid] : [], ofKind('PAYMENT')]),
      RETURN: held([back, ofKind('RETURN')]),
    },
  };
}
