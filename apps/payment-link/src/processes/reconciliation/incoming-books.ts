import { Injectable } from '@nestjs/common';
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
import type { BookSum, HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import { TransferBanks } from '../../links/transfer-banks/ports.js';
import type { IncomingTransfer } from '../../links/manual-transfers/incoming-transfer.table.js';
import { ManualTransfersReads } from '../../links/manual-transfers/manual-transfers.reads.js';
import {
  bankNameOf,
  TestTransfersService,
  transferIdOf,
} from '../../links/manual-transfers/test-transfers.service.js';
import { LedgerReads, type PaymentTransfer } from '../../money/ledger/ledger.reads.js';
import { held, PAGE, pageOf, type BooksAtPlaces } from './executed-payments.js';

/** A bank may pay out or collect, too: as the place of transfers it has a name of its own. */
const PLACE_OF_TRANSFERS = '_TRANSFERS';

/** The transfers that we took in, and the ledger, beside what arrived at banks. */
@Injectable()
export class IncomingBooks implements BooksAtPlaces {
  readonly sides = ['TRANSFER'];

  constructor(
    private readonly banks: TransferBanks,
    private readonly transfers: ManualTransfersReads,
    private readonly ledgerReads: LedgerReads,
    private readonly testTransfers: TestTransfersService,
  ) {}

  places() {
    return this.banks.all().map((bank) => placeOf(bank, PLACE_OF_TRANSFERS));
  }

  has({ integrationId }: SettlementPlace): boolean {
    return integrationId.endsWith(PLACE_OF_TRANSFERS);
  }

  async *settled(key: ReconciliationKey, period: SettlementPeriod): AsyncGenerator<SettledEntry> {
    const bank = connectorAt(this.banks.all(), key, PLACE_OF_TRANSFERS);
    const { customerAppId } = key;
    for await (const booked of bank.listBooked({ customerAppId, ...period })) {
      const { reference, amount, currency, bookedAt: settledAt } = booked;
      const line = { entryId: reference, reference, amount, currency, settledAt };
      yield { ...line, paymentId: null, kind: 'TRANSFER' };
    }
  }

  /** Of a transfer that never came here nothing is held: then the bank is asked. */
  async held(tx: AppTx, { appType }: ReconciliationKey, subjects: readonly string[]) {
    if (tx.customerApp.type !== appType) return new Map<string, HeldBooks>();
    const ids = subjects.flatMap((subject) => transferIdOf(subject) ?? []);
    const arrived = await this.transfers.findAll(tx, ids);
    const paymentIds = arrived.flatMap(({ paymentId }) => paymentId ?? []);
    const booked = await this.ledgerReads.ofPayments(tx, paymentIds);
    const books = ids.map((id): [string, HeldBooks] => {
      const transfer = arrived.find(({ incomingTransferId }) => incomingTransferId === id);
      const TRANSFER = transfer ? sumsOf(transfer, booked) : NOTHING;
      return [bankNameOf(id), { reference: bankNameOf(id), sides: { TRANSFER } }];
    });
    return new Map(books);
  }

  async executed(tx: AppTx, _key: ReconciliationKey, { after, ...period }: ExecutedPeriod) {
    const page = { after: after === null ? null : transferIdOf(after), limit: PAGE };
    const ids = await this.transfers.receivedBetween(tx, period, page);
    return pageOf(ids.map(bankNameOf));
  }

  /** Asks the bank for the transfer after the commit, and records it. */
  async ask(tx: AppTx, { reference }: NamedPayment) {
    await tx.begun;
    return this.testTransfers.ask(tx, reference);
  }
}

const NOTHING = { sums: [], complete: false, since: null };

/**
 * The ledger has arrived money as a payment and as a return; only money that was never matched has
 * its own account.
 */
function sumsOf(transfer: IncomingTransfer, ledger: readonly PaymentTransfer[]) {
  const { amount, currency, receivedAt: at } = transfer;
  const arrived = [{ amount, currency, at }];
  return held(transfer.paymentId === null ? [arrived] : [arrived, bookedOf(transfer, ledger)]);
}

function bookedOf(
  { outcome, paymentId, refundId, receivedAt: at }: IncomingTransfer,
  ledger: readonly PaymentTransfer[],
): (BookSum & { readonly at: Date })[] {
  const pays = outcome === 'PAID' || outcome === 'OVERPAID';
  const paid = ledger.filter(
    (row) => pays && row.kind === 'PAYMENT' && row.paymentId === paymentId,
  );
  const back = ledger.filter(
    (row) => row.kind === 'UNEXPECTED_RECEIPT' && refundId !== null && row.refundId === refundId,
  );
  const [first] = [...paid, ...back];
  if (!first || paid.length < Number(pays) || back.length < Number(refundId !== null)) return [];
  const amount = [...paid, ...back].reduce((sum, row) => sum + row.amount, 0);
  return [{ amount, currency: first.currency, at }];
}
