import { Injectable } from '@nestjs/common';
import { parseId, type PaymentAttemptId, type PaymentId } from '@towpath/kernel';
import type { HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import {
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type GivenBack,
  type ListFailure,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from '@towpath/reconciliation';
import { CardGatewayRegistry } from '../../cards/card-gateways/card-gateway-registry.js';
import { GatewayUnavailable } from '../../cards/card-gateways/ports.js';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { AttemptConversation } from '../../links/card-attempts/attempt.conversation.js';
import { ExecutedHere } from './executed-here.js';
import { CardPaymentsReads, SIDES } from './card-payments.reads.js';

/** Our payments, refunds and ledger beside what card gateways settled. */
@Injectable()
export class CardBooks extends ReconciledBooks {
  override readonly keeper = 'card gateway';
  override readonly sides = SIDES;

  constructor(
    private readonly gateways: CardGatewayRegistry,
    private readonly payments: CardPaymentsReads,
    private readonly executedHere: ExecutedHere,
    private readonly attempts: AttemptConversation,
    private readonly charges: ChargeConversation,
  ) {
    super();
  }

  override places(): readonly SettlementPlace[] {
    return this.gateways.all();
  }

  override settled(key: ReconciliationKey, period: SettlementPeriod): AsyncIterable<SettledEntry> {
    return this.gateways.get(key).listSettled({ customerAppId: key.customerAppId, ...period });
  }

  override listFailure(error: unknown): ListFailure | null {
    return error instanceof GatewayUnavailable ? 'SILENT' : null;
  }

  override held(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    return this.payments.booksOf(tx, key, subjects);
  }

  override executed(
    tx: AppTx,
    _key: ReconciliationKey,
    { after, ...period }: ExecutedPeriod,
  ): Promise<ExecutedPage> {
    return this.executedHere.page(tx, period, after as PaymentId | null);
  }

  /** The schedules of attempts and charges ask within a second. */
  override async ask(tx: AppTx, reference: string): Promise<null> {
    const attemptId = parseId<PaymentAttemptId>(reference);
    if (attemptId && (await this.attempts.makeDue(tx, attemptId))) return null;
    const paymentId = parseId<PaymentId>(reference);
    if (paymentId) await this.charges.makeDue(tx, paymentId);
    return null;
  }

  /** Uses a reference derived from that of the charge, so that the money returns once. */
  override async giveBack(key: ReconciliationKey, charge: SettledEntry): Promise<GivenBack> {
    const { reference, amount, currency } = charge;
    const answer = await this.gateways
      .get(key)
      .refund(
        { reference, recurringPaymentMode: null },
        { refundReference: `back-${reference}`, amount, currency },
      );
    return answer.gatewayStatus;
  }
}
