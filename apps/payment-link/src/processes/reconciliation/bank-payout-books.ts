import { Injectable } from '@nestjs/common';
import { parseId, type PayoutId } from '@towpath/kernel';
import type { HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import {
  connectorAt,
  placeOf,
  type ExecutedPeriod,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from '@towpath/reconciliation';
import { LedgerReads } from '../../money/ledger/ledger.reads.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { PayoutRegistry, type PayoutConnector } from '../../money/payout-banks/ports.js';
import { PayoutsReads } from '../../money/payouts/payouts.reads.js';
import { PayoutsService } from '../../money/payouts/payouts.service.js';
import { held, inLedger, PAGE, pageOf, type BooksAtPlaces } from './executed-payments.js';

/** A bank may take cards or collect, too: as the place of payouts it has a name of its own. */
const PLACE_OF_PAYOUTS = '_PAYOUTS';

/** Our payouts and ledger beside what banks paid out. */
@Injectable()
export class BankPayoutBooks implements BooksAtPlaces {
  readonly sides = ['PAYOUT', 'PAYOUT_REVERSED'];

  constructor(
    private readonly banks: PayoutRegistry,
    private readonly reads: PayoutsReads,
    private readonly ledgerReads: LedgerReads,
    private readonly payouts: PayoutsService,
    private readonly ledger: LedgerService,
  ) {}

  places() {
    return this.banks.all().map((bank) => placeOf(bank, PLACE_OF_PAYOUTS));
  }

  has({ integrationId }: SettlementPlace): boolean {
    return integrationId.endsWith(PLACE_OF_PAYOUTS);
  }

  async *settled(key: ReconciliationKey, period: SettlementPeriod): AsyncGenerator<SettledEntry> {
    const { customerAppId } = key;
    for await (const line of this.bankAt(key).listSettled({ customerAppId, ...period })) {
      yield { ...line, paymentId: null };
    }
  }

  /**
   * A payout left the books when it was executed, or when a failure was corrected. One that only the
   * ledger contains is in it as unexpected.
   */
  async held(tx: AppTx, key: ReconciliationKey, subjects: readonly string[]) {
    const asked = subjects.flatMap((subject) => parseId<PayoutId>(subject) ?? []);
    const found = await this.reads.findAll(tx, asked);
    const transfers = await this.ledgerReads.ofPayouts(tx, asked);
    const of = (id: PayoutId) => transfers.filter(({ payoutId }) => payoutId === id);
    const books = new Map<string, HeldBooks>();
    for (const { payoutId: id, kind } of transfers) {
      if (kind !== 'UNEXPECTED_PAYOUT') continue;
      const left = of(id).map((transfer) => ({ ...transfer, at: transfer.occurredAt }));
      books.set(id, { reference: id, sides: { PAYOUT: held([left]) } });
    }
    const { integrationId, connector } = this.bankAt(key);
    for (const { payoutId: id, live, status, updatedAt: at, ...payout } of found) {
      const { amount, currency, returnedAt } = payout;
      const isThere = payout.integrationId === integrationId && payout.connector === connector;
      if (!isThere || live !== (key.appType === 'LIVE')) continue;
      const paid = status === 'EXECUTED' ? [{ amount, currency, at }] : [];
      const left = inLedger(of(id), 'PAYOUT', 'PAYOUT_CORRECTION');
      const back = returnedAt === null ? [] : [{ amount, currency, at: returnedAt }];
      const PAYOUT_REVERSED = held([back, inLedger(of(id), 'PAYOUT_RETURN')]);
      books.set(id, { reference: id, sides: { PAYOUT: held([paid, left]), PAYOUT_REVERSED } });
    }
    return books;
  }

  async executed(tx: AppTx, _key: ReconciliationKey, { after, ...period }: ExecutedPeriod) {
    const page = { after: after as PayoutId | null, limit: PAGE };
    return pageOf(await this.reads.executedBetween(tx, period, page));
  }

  /** The schedule of payouts asks within a second. */
  async ask(tx: AppTx, { reference }: NamedPayment) {
    const payoutId = parseId<PayoutId>(reference);
    if (payoutId) await this.payouts.makeDue(tx, payoutId);
    return null;
  }

  /** A payout of a bank cannot be returned, so it is booked as the bank's answer describes it. */
  async giveBack(key: ReconciliationKey, line: SettledEntry) {
    const payoutId = parseId<PayoutId>(line.reference);
    if (!payoutId) return null;
    const { bankStatus, debtorAccount } = await this.bankAt(key).find(line);
    if (bankStatus !== 'EXECUTED') return null;
    const { customerAppId } = key;
    const { amount, currency } = line;
    const paid = { customerAppId, payoutId, debtorAccount, amount, currency };
    return (await this.ledger.bookUnexpectedPayout(paid)) ? 'BOOKED' : null;
  }

  private bankAt(place: SettlementPlace): PayoutConnector {
    return connectorAt(this.banks.all(), place, PLACE_OF_PAYOUTS);
  }
}
