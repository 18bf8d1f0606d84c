import { Injectable } from '@nestjs/common';
import { byValues, Transactions, WriteBatch, type Tx } from '@towpath/persistence';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { assertRepeated, REFERENCE, requestHash } from '../../base/parties/parties.js';
import { appNow } from '../../persistence/app-now.js';
import { bankTransfers, type BankTransfer } from './bank-transfer.table.js';

interface BookedRange {
  readonly customerAppId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The last reference of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The bank's books of incoming transfers. */
@Injectable()
export class BankTransfersService {
  constructor(private readonly db: Transactions) {}

  receive(money: Omit<BankTransfer, 'requestHash' | 'bookedAt'>): Promise<BankTransfer> {
    const hash = requestHash(money);
    const receive = async (tx: Tx) => {
      const known = await bankTransfers.find(tx, money);
      if (known) {
        assertRepeated(known, hash);
        return known;
      }
      const bookedAt = await appNow(tx, money.customerAppId);
      const record = { ...money, requestHash: hash, bookedAt };
      const batch = new WriteBatch();
      bankTransfers.insert(batch, record);
      tx.write(batch);
      return record;
    };
    return this.db.asWorker(receive, { retryOn: ['bank_transfers_pkey'] });
  }

  find(reference: string): Promise<BankTransfer> {
    return this.db.asWorker(async (tx) => {
      const isReference = REFERENCE.test(reference);
      const known = isReference ? await bankTransfers.find(tx, { reference }) : null;
      if (known) return known;
      throw new GatewayRefusal('not_found', 'There is no transfer with this reference.');
    });
  }

  /** Oldest first. */
  booked({ customerAppId, from, to, after, limit }: BookedRange): Promise<BankTransfer[]> {
    return this.db.asWorker(async (tx) => {
      const rows = await tx.query<{ row: unknown }>(
        byValues(`SELECT to_jsonb(t) AS row FROM bank_transfers t
         WHERE customer_app_id = $1 AND booked_at >= $2 AND booked_at < $3
           AND ($4::text IS NULL OR (booked_at, reference) >
             (SELECT booked_at, reference FROM bank_transfers WHERE reference = $4))
         ORDER BY booked_at, reference LIMIT $5`),
        [customerAppId, from, to, after ?? null, limit],
      );
      return bankTransfers.rows(rows);
    });
  }
}
