import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { DomainError, parseId, utcDate, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { MandateDirectory } from '../../debit/mandate-directory/mandate-directory.js';
import { MandateMethods } from '../../debit/mandate-methods/mandate-methods.js';
import { PayoutView } from '../../money/payouts/payout.view.js';
import { StartPayout } from '../../money/payouts/start-payout.use-case.js';

interface ScheduledPayoutOrder {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly recipientAccountId: string;
  readonly mandateId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly scheduledDate: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/**
 * Creates a payout for a later day, funded by a mandate on that day. The limits of the mandate are
 * checked on that day; here the mandate must be chargeable by the customer app.
 */
@Injectable()
export class CreateScheduledPayout {
  constructor(
    private readonly answers: IdempotentAnswers,
    private readonly directory: MandateDirectory,
    private readonly methods: MandateMethods,
    private readonly startPayout: StartPayout,
    private readonly view: PayoutView,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    call: IdempotentCall,
    order: ScheduledPayoutOrder,
  ): Promise<PreparedAnswer> {
    const known = await this.read(customerAppId, order.mandateId);
    return this.answers.once<PayoutResponse>(call, async (tx, include) => {
      assertLaterDay(tx, order);
      const mandate = await this.chargeable(tx, known, order);
      const prepared = await this.startPayout.prepare(tx, {
        type: 'SCHEDULED',
        amount: order.amount,
        currency: order.currency,
        description: order.description,
        externalTransactionReference: null,
        metadata: order.metadata,
        senderAccountId: mandate.recipient_account_id,
        recipientAccountId: order.recipientAccountId,
        confirm: false,
        schedule: { date: order.scheduledDate, mandateId: mandate.mandate_id as MandateId },
      });
      const batch = new WriteBatch();
      const payout = this.startPayout.execute(tx, batch, prepared);
      const body = this.view.body(tx, payout, prepared.parties);
      include(batch, body);
      tx.write(batch);
      return body;
    });
  }

  private async read(customerAppId: CustomerAppId, raw: string): Promise<MandateRecord[]> {
    const mandateId = parseId<MandateId>(raw);
    return mandateId ? this.directory.read(customerAppId, { mandateId }) : [];
  }

  /** Throws the objection to a charge without the payer, like `POST /payments`. */
  private async chargeable(
    tx: AppTx,
    known: readonly MandateRecord[],
    { currency }: ScheduledPayoutOrder,
  ): Promise<MandateRecord> {
    const [mandate] = await this.methods.stored(tx, known);
    if (!mandate) throw new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
    if (mandate.status !== 'SUCCEEDED') {
      throw new DomainError('INVALID_MANDATE_STATUS', `The mandate is ${mandate.status}.`);
    }
    if (await this.methods.isForPayerAlone(tx, mandate)) {
      const explanation = 'The mandate was stored for payments that the payer starts.';
      throw new DomainError('AUTOPAY_CONSENT_REQUIRED', explanation);
    }
    const { currency: collected } = mandate.mandate_details;
    if (collected === currency) return mandate;
    throw new DomainError('CURRENCY_MISMATCH', `The mandate is for ${collected}.`);
  }
}

function assertLaterDay(tx: AppTx, { scheduledDate }: ScheduledPayoutOrder): void {
  const today = utcDate(tx.now);
  if (scheduledDate > today) return;
  const explanation = `payment_details.scheduled_date must be after ${today}, the day it is now.`;
  throw new DomainError('INVALID_REQUEST', explanation);
}
