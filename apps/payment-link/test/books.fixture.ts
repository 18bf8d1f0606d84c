import { newId, type PaymentAccountId, type PaymentId } from '@towpath/kernel';
import { WriteBatch } from '@towpath/persistence';
import pg from 'pg';
import type { TransferKind } from '../src/money/ledger/ledger.js';
import { LedgerService } from '../src/money/ledger/ledger.service.js';
import type { TestPaymentLink, TestCustomerApp } from './payment-link.fixture.js';

/** A line of a statement as a reader of the CSV file sees it. */
export type ReadLine = Readonly<Record<string, string>>;

/** One settlement account and its books. */
export class Books {
  constructor(
    private readonly service: TestPaymentLink,
    private readonly app: TestCustomerApp,
    readonly accountId: PaymentAccountId,
  ) {}

  post(
    kind: Exclude<TransferKind, 'OPENING_BALANCE'>,
    amount: number,
    paymentId?: PaymentId,
  ): Promise<void> {
    const transfers = this.service.app.get(LedgerService, { strict: false });
    return this.service.transactions.forApp(this.app.id, async (tx) => {
      await tx.begun;
      const batch = new WriteBatch();
      transfers.post(tx, batch, {
        kind,
        accountId: this.accountId,
        amount,
        currency: 'HKD',
        paymentId: paymentId ?? newId<PaymentId>(tx.now),
        refundId: null,
      });
      tx.write(batch);
    });
  }

  async addressOf(query = ''): Promise<string> {
    const path = `GET /ledger/statement${query}`;
    const { status, body } = await this.app.send<{ download_url: string }>(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body.download_url;
  }

  /** The lines of the CSV file, by column. */
  async statement(query = ''): Promise<ReadLine[]> {
    const answer = await fetch(await this.addressOf(query));
    return linesOf(await answer.text());
  }
}

export function linesOf(csv: string): ReadLine[] {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
}

/** As somebody with the rights of the owner would change what nobody may change. */
export async function tamper(
  admin: pg.Client,
  sql: string,
  params: readonly unknown[],
): Promise<void> {
  await admin.query('BEGIN');
  await admin.query('SET LOCAL session_replication_role = replica');
  await admin.query(sql, [...params]);
  await admin.query('COMMIT');
}
