import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import {
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type ListFailure,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from '@towpath/reconciliation';
import type { BookSum, HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import {
  TransferBankUnavailable,
  type TransferBank,
} from '../../links/manual-transfers/banks/ports.js';
import { TransferBanks } from '../../links/manual-transfers/banks/transfer-banks.js';
import type {
  IncomingTransfer,
  IncomingTransferId,
} from '../../links/manual-transfers/incoming-transfer.table.js';
import { ManualTransfersReads } from '../../links/manual-transfers/manual-transfers.reads.js';
import {
  bankNameOf,
  TestTransfersService,
  transferIdOf,
} from '../../links/manual-transfers/test-transfers.service.js';
import { held } from './held-sums.js';
import { LedgerReads, type PaymentTransfer } from '../../money/ledger/ledger.reads.js';

const PAGE = 200;
/** A bank may pay out or collect, too: as the place of transfers it has a name of its own. */
const PLACE_OF_TRANSFERS = '_TRANSFERS';

/** The transfers that we took in, and the ledger, beside what arrived at banks. */
@Injectable()
export class IncomingBooks extends ReconciledBooks {
  override readonly keeper = 'bank of incoming transfers';
  override readonly sides = ['TRANSFER'] as const;

  constructor(
    private readonly banks: TransferBanks,
    private readonly transfers: ManualTransfersReads,
    private readonly ledgerReads: LedgerReads,
    private readonly testTransfers: TestTransfersService,
  ) {
    super();
  }

  override places(): readonly SettlementPlace[] {
    return this.banks.all().map(placeOf);
  }

  /** Whether the place is a bank that receives transfers. */
  has({ integrationId }: SettlementPlace): boolean {
    return integrationId.endsWith(PLACE_OF_TRANSFERS);
  }

  override async *settled(
    { customerAppId, appType }: ReconciliationKey,
    period: SettlementPeriod,
  ): AsyncGenerator<SettledEntry> {
    const bank = this.banks.forApps(appType);
    if (!bank) throw new Error(`no bank receives transfers of ${appType} apps`);
    for await (const booked of bank.listBooked({ customerAppId, ...period })) {
      const { reference, amount, currency, bookedAt: settledAt } = booked;
      const line = { entryId: reference, reference, amount, currency, settledAt };
      yield { ...line, paymentId: null, kind: 'TRANSFER' };
    }
  }

  override listFailure(error: unknown): ListFailure | null {
    return error instanceof TransferBankUnavailable ? 'SILENT' : null;
  }

  override async held(
    tx: AppTx,
    { appType }: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    if (tx.customerApp.type !== appType) return new Map();
    const ids = subjects.flatMap((subject) => transferIdOf(subject) ?? []);
    const arrived = await this.transfers.findAll(tx, ids);
    const paymentIds = arrived.flatMap(({ paymentId }): PaymentId[] =>
      paymentId ? [paymentId] : [],
    );
    const booked = await this.ledgerReads.ofPayments(tx, paymentIds);
    const known = new Map(arrived.map((each) => [each.incomingTransferId, each]));
    return new Map(
      ids.map((id) => {
        const transfer = known.get(id);
        return [bankNameOf(id), transfer ? booksOf(transfer, booked) : neverHeardOf(id)];
      }),
    );
  }

  override async executed(
    tx: AppTx,
    _key: ReconciliationKey,
    { after, ...period }: ExecutedPeriod,
  ): Promise<ExecutedPage> {
    const page = { after: after === null ? null : transferIdOf(after), limit: PAGE };
    const ids = await this.transfers.receivedBetween(tx, period, page);
    const subjects = ids.map(bankNameOf);
    return { subjects, next: subjects.length === PAGE ? (subjects.at(-1) ?? null) : null };
  }

  /** Asks the bank for the transfer after the commit, and records it. */
  override async ask(tx: AppTx, reference: string): Promise<(() => Promise<void>) | null> {
    await tx.begun;
    return this.testTransfers.ask(tx, reference);
  }
}

/** Nothing is held of it: then the bank is asked. */
function neverHeardOf(id: IncomingTransferId): HeldBooks<'TRANSFER'> {
  const nothing = { sums: [], complete: false, since: null };
  return { reference: bankNameOf(id), sides: { TRANSFER: nothing } };
}

function placeOf({ appType, integrationId }: TransferBank): SettlementPlace {
  return { appType, integrationId: `${integrationId}${PLACE_OF_TRANSFERS}` };
}

/**
 * The ledger has arrived money as a payment and as a return; only unmatched money has its own
 * account.
 */
function booksOf(
  transfer: IncomingTransfer,
  ledger: readonly PaymentTransfer[],
): HeldBooks<'TRANSFER'> {
  const { amount, currency, receivedAt: at } = transfer;
  const arrived = [{ amount, currency, at }];
  const reference = bankNameOf(transfer.incomingTransferId);
  const isUnmatched = transfer.outcome === 'UNMATCHED';
  const places = isUnmatched ? [arrived] : [arrived, bookedOf(transfer, ledger)];
  return { reference, sides: { TRANSFER: held(places) } };
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
