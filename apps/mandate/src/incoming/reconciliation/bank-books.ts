import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import {
  connectorAt,
  placeOf,
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type GivenBack,
  type ListFailure,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from '@towpath/reconciliation';
import { ChargesReads } from '../../charging/charges/charges.reads.js';
import { DebitConversation } from '../../charging/debits/debit.conversation.js';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankRefused,
  BankUnavailable,
  type DirectDebitConnector,
} from '../../banks/direct-debit/ports.js';
import { booksOf, SIDES } from './debit-books.js';

const PAGE = 200;

/** Our direct debits compared with what their banks settled. */
@Injectable()
export class BankBooks extends ReconciledBooks {
  override readonly keeper = 'direct debit bank';
  override readonly sides = SIDES;

  constructor(
    private readonly banks: DirectDebitRegistry,
    private readonly charges: ChargesReads,
    private readonly debits: DebitConversation,
  ) {
    super();
  }

  override places(): readonly SettlementPlace[] {
    return this.banks.all().map((bank) => placeOf(bank));
  }

  override settled(key: ReconciliationKey, period: SettlementPeriod): AsyncIterable<SettledEntry> {
    return this.bankAt(key).listSettled({ customerAppId: key.customerAppId, ...period });
  }

  override listFailure(error: unknown): ListFailure | null {
    if (error instanceof BankRefused) return 'REFUSED';
    return error instanceof BankUnavailable ? 'SILENT' : null;
  }

  /** By payment; without those that we do not have, or have at another bank. */
  override async held(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    const asked = subjects.flatMap((subject) => parseId<PaymentId>(subject) ?? []);
    const found = await this.charges.of(tx, { live: key.appType === 'LIVE' }, asked);
    const { integrationId, connector } = this.bankAt(key);
    const atBank = found.filter(
      (debit) => debit.integrationId === integrationId && debit.connector === connector,
    );
    return new Map(atBank.map((debit) => [debit.paymentId, booksOf(debit)]));
  }

  override async executed(
    tx: AppTx,
    key: ReconciliationKey,
    { after, ...period }: ExecutedPeriod,
  ): Promise<ExecutedPage> {
    const page = { ...period, after: after as PaymentId | null, limit: PAGE };
    const subjects = await this.charges.collectedBetween(tx, this.bankAt(key), page);
    return { subjects, next: subjects.length === PAGE ? (subjects.at(-1) ?? null) : null };
  }

  /** The bank is asked at once, as after its call: it has a debit under the name of its payment. */
  override ask(tx: AppTx, { reference }: NamedPayment): Promise<(() => Promise<void>) | null> {
    return this.debits.wakeByReference(tx, reference);
  }

  /** The bank returns the money under the reference of the charge, so that it returns once. */
  override async giveBack(key: ReconciliationKey, charge: SettledEntry): Promise<GivenBack | null> {
    const answer = await this.bankAt(key).reverse({
      reference: charge.reference,
      customerAppId: key.customerAppId,
    });
    if (!answer) return null;
    return answer.bankStatus === 'RETURNED' ? 'REFUNDED' : 'REFUSED';
  }

  private bankAt(place: SettlementPlace): DirectDebitConnector {
    return connectorAt(this.banks.all(), place);
  }
}
