import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import type {
  ExecutedPeriod,
  NamedPayment,
  ReconciliationKey,
  SettledEntry,
  SettlementPlace,
} from '@towpath/reconciliation';
import { MandateDirectoryService } from '../../debit/mandate-directory/mandate-directory.service.js';
import { MandatePaymentsService } from '../../debit/mandate-payments/mandate-payments.service.js';
import { ExecutedPayments, heldReturn, type BooksAtPlaces } from './executed-payments.js';

/** The name of the place in differences. */
const MANDATES = 'MANDATES';

/** Our payments by direct debit, compared with collections and returns in mandate. */
@Injectable()
export class MandateBooks implements BooksAtPlaces {
  readonly sides = ['CHARGE', 'RETURN', 'RETURN_REVERSED'] as const;

  constructor(
    private readonly directory: MandateDirectoryService,
    private readonly executedPayments: ExecutedPayments,
    private readonly mandatePayments: MandatePaymentsService,
  ) {}

  places() {
    return (['TEST', 'LIVE'] as const).map((appType) => ({ appType, integrationId: MANDATES }));
  }

  has({ integrationId }: SettlementPlace): boolean {
    return integrationId === MANDATES;
  }

  async *settled(
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
      for (const { payment_id: paymentId, settled_at, amount, currency, ...charge } of charges) {
        const moved = 1 + Number(charge.returned) + Number(charge.reinstated);
        for (const kind of this.sides.slice(0, moved)) {
          const entryId = `${paymentId} ${kind}`;
          const settledAt = new Date(settled_at);
          yield { entryId, reference: paymentId, paymentId, kind, amount, currency, settledAt };
        }
      }
      if (next === undefined) return;
      after = next;
    }
  }

  async held(tx: AppTx, { appType }: ReconciliationKey, subjects: readonly string[]) {
    const found = await this.executedPayments.find(tx, subjects);
    const payments = found.filter(
      ({ type, live }) => type === 'MANDATE' && live === (appType === 'LIVE'),
    );
    return this.executedPayments.booksOf(tx, payments, (payment, ledger) => {
      return { reference: payment.paymentId, sides: heldReturn(payment, ledger) };
    });
  }

  executed(tx: AppTx, _key: ReconciliationKey, period: ExecutedPeriod) {
    return this.executedPayments.page(tx, period);
  }

  /** The schedule of charges asks within a second. */
  async ask(tx: AppTx, { reference }: NamedPayment) {
    const paymentId = parseId<PaymentId>(reference);
    if (paymentId) await this.mandatePayments.makeDue(tx, paymentId);
    return null;
  }
}
