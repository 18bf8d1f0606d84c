import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import type { CreateScheduledPayoutRequest, PayoutResponse } from '@towpath/contracts/payment-link';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { DomainError, parseId, utcDate, type CustomerAppId, type MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PayoutsService } from '../../money/payouts/payouts.service.js';
import { MandateDirectoryService } from '../../debit/mandate-directory/mandate-directory.service.js';
import { MandateMethodsReads } from '../../debit/mandate-methods/mandate-methods.reads.js';

/** Commands on payouts of a later day, which a mandate funds on that day. */
@Injectable()
export class ScheduledPayoutsService {
  constructor(
    private readonly answers: IdempotentAnswers,
    private readonly directory: MandateDirectoryService,
    private readonly mandates: MandateMethodsReads,
    private readonly payouts: PayoutsService,
  ) {}

  /**
   * The limits of the mandate are checked on the day; here the mandate must be chargeable by the
   * customer app.
   */
  async create(
    app: CustomerAppId,
    call: IdempotentCall,
    body: CreateScheduledPayoutRequest,
  ): Promise<PreparedAnswer> {
    const { amount, currency, payment_details: details } = body;
    const mandateId = parseId<MandateId>(details.mandate_id);
    const known = mandateId ? await this.directory.read(app, { mandateId }) : [];
    return this.answers.once<PayoutResponse>(call, async (tx, include) => {
      assertLaterDay(tx, details.scheduled_date);
      const mandate = await this.chargeable(tx, known, currency);
      return this.payouts.createIn(tx, include, {
        type: 'SCHEDULED',
        amount,
        currency,
        description: details.description ?? null,
        externalTransactionReference: null,
        metadata: body.metadata ?? null,
        senderAccountId: mandate.recipient_account_id,
        recipientAccountId: body.recipient_account.account_id,
        confirm: false,
        schedule: { date: details.scheduled_date, mandateId: mandate.mandate_id as MandateId },
      });
    });
  }

  /** Throws the objection to a charge without the payer, like `POST /payments`. */
  private async chargeable(
    tx: AppTx,
    known: readonly MandateRecord[],
    currency: string,
  ): Promise<MandateRecord> {
    const [mandate] = await this.mandates.stored(tx, known);
    if (!mandate) throw new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
    if (mandate.status !== 'SUCCEEDED') {
      throw new DomainError('INVALID_MANDATE_STATUS', `The mandate is ${mandate.status}.`);
    }
    if ((await this.mandates.chargeableBy(tx, mandate)) === 'PAYER') {
      const explanation = 'The mandate was stored for payments that the payer starts.';
      throw new DomainError('AUTOPAY_CONSENT_REQUIRED', explanation);
    }
    const { currency: collected } = mandate.mandate_details;
    if (collected === currency) return mandate;
    throw new DomainError('CURRENCY_MISMATCH', `The mandate is for ${collected}.`);
  }
}

function assertLaterDay(tx: AppTx, scheduledDate: string): void {
  const today = utcDate(tx.now);
  if (scheduledDate > today) return;
  const explanation = `payment_details.scheduled_date must be after ${today}, the day it is now.`;
  throw new DomainError('INVALID_REQUEST', explanation);
}
