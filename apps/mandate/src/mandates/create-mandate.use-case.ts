import { Injectable } from '@nestjs/common';
import type {
  CreatedMandateResponse,
  CreateMandateRequest,
  MandateParties,
  TransactionLimitsRequest,
} from '@towpath/contracts';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import {
  newId,
  type CustomerAppId,
  type MandateId,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import {
  Mandate,
  validityOf,
  type MandateLimits,
  type MandateTerms,
  type Validity,
} from './domain/mandate.js';
import { createdMandateBody } from './mandate.view.js';
import { MandateRepository, PartyDirectory } from './ports.js';

/** What a copy of the request that takes over after a crash must use again. */
interface Started extends Validity {
  readonly mandateId: MandateId;
  readonly paymentMethodId: PaymentMethodId;
  readonly newUserId: PaymentUserId;
}

export interface MandateOrder {
  readonly customerAppId: CustomerAppId;
  readonly asked: CreateMandateRequest;
}

/** Finds or makes the sender first; the mandate and the remembered answer are then one write. */
@Injectable()
export class CreateMandate {
  static readonly errors = [
    'INVALID_REQUEST',
    'PAYMENT_ACCOUNT_NOT_FOUND',
    'CURRENCY_MISMATCH',
    'DUPLICATE_REFERENCE',
  ] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly mandates: MandateRepository,
    private readonly directory: PartyDirectory,
  ) {}

  execute(call: IdempotentCall, order: MandateOrder): Promise<PreparedAnswer> {
    return this.answers.inSteps<Started, CreatedMandateResponse>(call, {
      begin: (tx) => Promise.resolve(start(tx, order)),
      resume: async (started, claim) => {
        const parties = await this.partiesOf(order, started);
        return this.transactions.forApp(order.customerAppId, async (tx) => {
          const mandate = Mandate.create(termsOf(tx, { order, started, parties }), tx.now);
          const batch = new WriteBatch();
          this.mandates.save(batch, mandate);
          await tx.write(batch);
          const body = createdMandateBody(mandate.snapshot, parties);
          await claim.finish(tx, body);
          return body;
        });
      },
    });
  }

  private partiesOf(
    { customerAppId, asked }: MandateOrder,
    { newUserId }: Started,
  ): Promise<MandateParties> {
    const { sender, recipient_account, mandate_details } = asked;
    return this.directory.ensure({
      ...sender,
      customer_app_id: customerAppId,
      recipient_account_id: recipient_account.account_id,
      currency: mandate_details.currency,
      new_user_id: newUserId,
      external_user_id: sender.external_user_id ?? newUserId,
    });
  }
}

function start(tx: AppTx, { asked }: MandateOrder): Started {
  const { start_date: startDate = null, end_date: endDate = null } = asked.mandate_details;
  return {
    ...validityOf({ startDate, endDate }, tx.now),
    mandateId: newId<MandateId>(tx.now),
    paymentMethodId: newId<PaymentMethodId>(tx.now),
    newUserId: newId<PaymentUserId>(tx.now),
  };
}

interface Known {
  readonly order: MandateOrder;
  readonly started: Started;
  readonly parties: MandateParties;
}

function termsOf(tx: AppTx, { order, started, parties }: Known): MandateTerms {
  const { mandate_details: details, metadata, sender } = order.asked;
  const { mandateId, paymentMethodId, startDate, endDate } = started;
  return {
    mandateId,
    paymentMethodId,
    customerAppId: tx.customerApp.id,
    live: parties.live,
    userId: parties.user_id as PaymentUserId,
    externalUserId: parties.sender.external_user_id,
    senderType: sender.user_type ?? parties.sender.user_type,
    recipientAccountId: parties.account_id as PaymentAccountId,
    senderAccountId: null,
    paymentLinkId: null,
    currency: details.currency,
    startDate,
    endDate,
    limits: limitsOf(details.transaction_limits),
    paymentSchedule: details.payment_schedule ?? null,
    description: details.description ?? null,
    metadata: metadata ?? null,
  };
}

function limitsOf(asked: TransactionLimitsRequest | undefined): MandateLimits | null {
  if (!asked) return null;
  const { max_period_amount: amount, max_period_count: count } = asked;
  return {
    maxTransactionAmount: asked.max_transaction_amount,
    maxPeriodAmount: amount ?? null,
    maxPeriodCount: count ?? null,
    // without a period limit a period says nothing
    period: amount === undefined && count === undefined ? null : (asked.period ?? null),
  };
}
