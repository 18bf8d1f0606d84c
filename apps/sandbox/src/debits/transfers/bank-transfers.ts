import { Injectable } from '@nestjs/common';
import { byKey, byValues, Transactions, WriteBatch, type Tx } from '@towpath/persistence';

import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { appNow } from '../../persistence/app-now.js';
import { fromRow, toRow } from '../../persistence/record-row.js';

/** Money that arrives for a merchant. */
interface ArrivingMoney {
  /** The bank's name for it; the same again under it is the same transfer. */
  readonly reference: string;
  readonly customerAppId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** What the payer wrote; null for nothing. */
  readonly text: string | null;
}

export interface BankTransfer extends ArrivingMoney {
  readonly requestHash: string;
  readonly bookedAt: Date;
}

interface BookedRange {
  readonly customerAppId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The last reference of the page before. */
  readonly after?: string;
  readonly limit: number;
}

/** The bank's books of incoming transfers: call-backs to a merchant, and lists for it. */
@Injectable()
export class BankTransfers {
  constructor(private readonly transactions: Transactions) {}

  receive(money: ArrivingMoney): Promise<BankTransfer> {
    const retryOn = ['bank_transfers_pkey'];
    return this.transactions.asWorker((tx) => once(tx, money), { retryOn });
  }

  find(reference: string): Promise<BankTransfer> {
    return this.transactions.asWorker(async (tx) => {
      const known = await load(tx, reference);
      if (known) return known;
      throw new GatewayRefusal('not_found', 'There is no transfer with this reference.');
    });
  }

  /** Oldest first. */
  booked({ customerAppId, from, to, after, limit }: BookedRange): Promise<BankTransfer[]> {
    return this.transactions.asWorker(async (tx) => {
      const rows = await tx.query<Record<string, unknown>>(
        byValues(`SELECT * FROM bank_transfers
         WHERE customer_app_id = $1 AND booked_at >= $2 AND booked_at < $3
           AND ($4::text IS NULL OR (booked_at, reference) >
             (SELECT booked_at, reference FROM bank_transfers WHERE reference = $4))
         ORDER BY booked_at, reference LIMIT $5`),
        [customerAppId, from, to, after ?? null, limit],
      );
      return rows.map((row) => fromRow<BankTransfer>(row));
    });
  }
}

async function once(tx: Tx, money: ArrivingMoney): Promise<BankTransfer> {
  const hash = requestHash({ ...money });
  const known = await load(tx, money.reference);
  if (known) {
    assertRepeated(known, hash);
    return known;
  }
  const bookedAt = await appNow(tx, money.customerAppId);
  const record = { ...money, requestHash: hash, bookedAt };
  tx.write(new WriteBatch().insert('bank_transfers', toRow(record)));
  return record;
}

async function load(tx: Tx, reference: string): Promise<BankTransfer | undefined> {
  const [row] = await tx.query<Record<string, unknown>>(
    byKey('SELECT * FROM bank_transfers WHERE reference = $1'),
    [reference],
  );
  return row && fromRow<BankTransfer>(row);
}
