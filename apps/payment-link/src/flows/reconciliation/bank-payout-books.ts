import { Injectable } from '@nestjs/common';
import { parseId, type PayoutId } from '@towpath/kernel';
import type { HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
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
import type { PayoutTransfer } from '../../money/ledger/ports.js';
import { ReadTransfers } from '../../money/ledger/read-transfers.query.js';
import { PayoutRegistry } from '../../money/payouts/connectors/payout-registry.js';
import {
  PayoutBankUnavailable,
  type PayoutConnector,
} from '../../money/payouts/connectors/ports.js';
import type { Payout } from '../../money/payouts/domain/payout.js';
import { FindPayouts } from '../../money/payouts/find-payouts.query.js';
import { PursuePayout } from '../../money/payouts/pursue-payout.use-case.js';
import { held } from './held-sums.js';

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
    private readonly findPayouts: FindPayouts,
    private readonly readTransfers: ReadTransfers,
    private readonly pursuePayout: PursuePayout,
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
    const { customerAppId, appType } = key;
    const bank = this.banks.get({ appType, integrationId: bankOf(key) });
    for await (const line of bank.listSettled({ customerAppId, ...period })) {
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
    const payouts = (await this.findPayouts.execute(tx, asked)).filter((payout) =>
      isAt(key, payout),
    );
    const transfers = await this.readTransfers.ofPayouts(
      tx,
      payouts.map(({ id }) => id),
    );
    return new Map(
      payouts.map((payout) => [
        payout.id,
        booksOf(
          payout,
          transfers.filter(({ payoutId }) => payoutId === payout.id),
        ),
      ]),
    );
  }

  override async executed(
    tx: AppTx,
    _key: ReconciliationKey,
    { after, ...period }: ExecutedPeriod,
  ): Promise<ExecutedPage> {
    const page = { after: after as PayoutId | null, limit: PAGE };
    const subjects = await this.findPayouts.executedBetween(tx, period, page);
    return { subjects, next: subjects.length === PAGE ? (subjects.at(-1) ?? null) : null };
  }

  /** The schedule of payouts asks within a second. */
  override async ask(tx: AppTx, reference: string): Promise<null> {
    const payoutId = parseId<PayoutId>(reference);
    if (payoutId) await this.pursuePayout.wake(tx, payoutId);
    return null;
  }
}

function placeOf({ appType, integrationId }: PayoutConnector): SettlementPlace {
  return { appType, integrationId: `${integrationId}${PLACE_OF_PAYOUTS}` };
}

function bankOf({ integrationId }: SettlementPlace): string {
  return integrationId.slice(0, -PLACE_OF_PAYOUTS.length);
}

function isAt(place: SettlementPlace, { snapshot }: Payout): boolean {
  const isThere = snapshot.integrationId === bankOf(place);
  return isThere && snapshot.live === (place.appType === 'LIVE');
}

/** It left the books when it was executed, or when a failure was corrected. */
function booksOf(
  { id, status, snapshot }: Payout,
  transfers: readonly PayoutTransfer[],
): HeldBooks<'PAYOUT'> {
  const { amount, currency, updatedAt: at } = snapshot;
  const left = transfers
    .filter(({ kind }) => kind === 'PAYOUT' || kind === 'PAYOUT_CORRECTION')
    .map((transfer) => ({ ...transfer, at: transfer.occurredAt }));
  const paid = status === 'EXECUTED' ? [{ amount, currency, at }] : [];
  return { reference: id, sides: { PAYOUT: held([paid, left]) } };
}
