import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
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
import { AskAgain } from './ask-again.js';
import { ExecutedHere } from './executed-here.js';
import { ReadOurBooks, SIDES } from './read-our-books.query.js';

/** Our payments, refunds and ledger beside what card gateways settled. */
@Injectable()
export class CardBooks extends ReconciledBooks {
  override readonly keeper = 'card gateway';
  override readonly sides = SIDES;

  constructor(
    private readonly gateways: CardGatewayRegistry,
    private readonly readOurBooks: ReadOurBooks,
    private readonly executedHere: ExecutedHere,
    private readonly askAgain: AskAgain,
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
    return this.readOurBooks.execute(tx, key, subjects);
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
    await this.askAgain.execute(tx, reference);
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
