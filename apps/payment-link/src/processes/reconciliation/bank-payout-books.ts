import { Injectable } from '@nestjs/common';
import { parseId, type PayoutId } from '@towpath/kernel';
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
import { PayoutRegistry } from '../../money/payouts/payout-registry.js';
import { PayoutBankUnavailable, type PayoutConnector } from '../../money/payouts/ports.js';
import type { PayoutSnapshot } from '../../money/payouts/payout.table.js';
import { PayoutsReads } from '../../money/payouts/payouts.reads.js';
import { PayoutsService } from '../../money/payouts/payouts.service.js';
import { held } from './held-sums.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { LedgerReads, type PayoutTransfer } from '../../money/ledger/ledger.reads.js';

const PAGE = 200;
/** A bank may take cards or collect, too: as the place of payouts it has a name of its own. */
const PLACE_OF_PAYOUTS = '_PAYOUTS';

/** Our payouts and ledger beside what banks paid out. */
@Injectable()
export class BankPayoutBooks extends ReconciledBooks {
  override readonly keeper = 'bank of payouts';
  override readonly sides = ['PAYOUT'] as const;

  constructor(
    private readonly banks: PayoutRegistry,
    private readonly reads: PayoutsReads,
    private readonly ledgerReads: LedgerReads,
    private readonly payouts: PayoutsService,
    private readonly ledger: LedgerService,
  ) {
    super();
  }

  override places(): readonly SettlementPlace[] {
    return this.banks.all().map(placeOf);
  }

  /** Whether the place is a bank that pays out. */
  has({ integrationId }: SettlementPlace): boolean {
    return integrationId.endsWith(PLACE_OF_PAYOUTS);
  }

  override async *settled(
    key: ReconciliationKey,
    period: SettlementPeriod,
  ): AsyncGenerator<SettledEntry> {
    const { customerAppId } = key;
    for await (const line of this.bankAt(key).listSettled({ customerAppId, ...period })) {
      yield { ...line, paymentId: null, kind: 'PAYOUT' };
    }
  }

  override listFailure(error: unknown): ListFailure | null {
    return error instanceof PayoutBankUnavailable ? 'SILENT' : null;
  }

  override async held(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    const asked = subjects.flatMap((subject) => parseId<PayoutId>(subject) ?? []);
    const found = await this.reads.findAll(tx, asked);
    const transfers = await this.ledgerReads.ofPayouts(tx, asked);
    const of = (id: PayoutId) => transfers.filter(({ payoutId }) => payoutId === id);
    const books = new Map<string, HeldBooks<'PAYOUT'>>();
    for (const { payoutId: id, kind } of transfers) {
      if (kind === 'UNEXPECTED_PAYOUT') books.set(id, unexpectedBooksOf(id, of(id)));
    }
    for (const payout of found) {
      if (isAt(key, payout)) books.set(payout.payoutId, booksOf(payout, of(payout.payoutId)));
    }
    return books;
  }

  override async executed(
    tx: AppTx,
    _key: ReconciliationKey,
    { after, ...period }: ExecutedPeriod,
  ): Promise<ExecutedPage> {
    const page = { after: after as PayoutId | null, limit: PAGE };
    const subjects = await this.reads.executedBetween(tx, period, page);
    return { subjects, next: subjects.length === PAGE ? (subjects.at(-1) ?? null) : null };
  }

  /** The schedule of payouts asks within a second. */
  override async ask(tx: AppTx, reference: string): Promise<null> {
    const payoutId = parseId<PayoutId>(reference);
    if (payoutId) await this.payouts.makeDue(tx, payoutId);
    return null;
  }

  /** A payout of a bank cannot be returned, so it is booked as the bank's answer describes it. */
  override async giveBack(key: ReconciliationKey, line: SettledEntry): Promise<GivenBack | null> {
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
    return this.banks.get({ appType: place.appType, integrationId: bankOf(place) });
  }
}

function placeOf({ appType, integrationId }: PayoutConnector): SettlementPlace {
  return { appType, integrationId: `${integrationId}${PLACE_OF_PAYOUTS}` };
}

function bankOf({ integrationId }: SettlementPlace): string {
  return integrationId.slice(0, -PLACE_OF_PAYOUTS.length);
}

function isAt(place: SettlementPlace, payout: PayoutSnapshot): boolean {
  const isThere = payout.integrationId === bankOf(place);
  return isThere && payout.live === (place.appType === 'LIVE');
}

/** The books of a payout that only the ledger contains. */
function unexpectedBooksOf(
  id: PayoutId,
  transfers: readonly PayoutTransfer[],
): HeldBooks<'PAYOUT'> {
  const left = transfers.map((transfer) => ({ ...transfer, at: transfer.occurredAt }));
  return { reference: id, sides: { PAYOUT: held([left]) } };
}

/** It left the books when it was executed, or when a failure was corrected. */
function booksOf(
  { payoutId: id, status, amount, currency, updatedAt: at }: PayoutSnapshot,
  transfers: readonly PayoutTransfer[],
): HeldBooks<'PAYOUT'> {
  const left = transfers
    .filter(({ kind }) => kind === 'PAYOUT' || kind === 'PAYOUT_CORRECTION')
    .map((transfer) => ({ ...transfer, at: transfer.occurredAt }));
  const paid = status === 'EXECUTED' ? [{ amount, currency, at }] : [];
  return { reference: id, sides: { PAYOUT: held([paid, left]) } };
}
