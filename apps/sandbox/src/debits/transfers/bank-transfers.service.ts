import { Injectable } from '@nestjs/common';
import { byValues, Transactions, WriteBatch } from '@towpath/persistence';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';
import { appNow } from '../../persistence/app-now.js';
import { bankTransfers, type BankTransfer } from './bank-transfer.table.js';

export type { BankTransfer };

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
export class BankTransfersService {
  constructor(private readonly db: Transactions) {}

  receive(money: Omit<BankTransfer, 'requestHash' | 'bookedAt'>): Promise<BankTransfer> {
    return this.db.asWorker(
      async (tx) => {
        const hash = requestHash({ ...money });
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
      },
      { retryOn: ['bank_transfers_pkey'] },
    );
  }

  async find(reference: string): Promise<BankTransfer> {
    const known = await this.db.asWorker((tx) => bankTransfers.find(tx, { reference }), {
      readOnly: true,
    });
    if (known) return known;
    throw new GatewayRefusal('not_found', 'There is no transfer with this reference.');
  }

  /** Oldest first. */
  booked({ customerAppId, from, to, after, limit }: BookedRange): Promise<BankTransfer[]> {
    return this.db.asWorker(
      async (tx) =>
        bankTransfers.rows(
          await tx.query(
            byValues(`SELECT to_jsonb(t) AS row FROM bank_transfers t
             WHERE customer_app_id = $1 AND booked_at >= $2 AND booked_at < $3
               AND ($4::text IS NULL OR (booked_at, reference) >
                 (SELECT booked_at, reference FROM bank_transfers WHERE reference = $4))
             ORDER BY booked_at, reference LIMIT $5`),
            [customerAppId, from, to, after ?? null, limit],
          ),
        ),
      { readOnly: true },
    );
  }
}
