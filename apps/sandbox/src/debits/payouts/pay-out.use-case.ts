import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { byKey, Transactions, WriteBatch, type Tx } from '@towpath/persistence';

import { AccountFingerprints } from '../direct-debit/account-fingerprints.js';
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';
import { answered, GatewayRefusal, type Done } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/gateways.js';
import { appNow } from '../../persistence/app-now.js';
import { fromRow, toRow } from '../../persistence/record-row.js';
import {
  decidedPayout,
  losesAnswer,
  type BankPayoutRecord,
  type PayoutRequest,
} from './bank-payout.js';

/** Refuse a second payout under one reference, whoever is quicker. */
const ONCE = ['bank_payouts_pkey', 'ledger_entries_one_payout'];

interface AskedPayout extends PayoutRequest {
  /** Ends here: what stays is its outcome, its last digits and a keyed hash. */
  readonly accountNumber: string;
}

/** Pays out of the merchant's account. A repeat tells the same and moves nothing more. */
@Injectable()
export class PayOut {
  constructor(
    private readonly transactions: Transactions,
    private readonly fingerprints: AccountFingerprints,
  ) {}

  async execute(asked: AskedPayout): Promise<BankPayoutRecord> {
    const work = (tx: Tx) => this.once(tx, asked);
    return answered(await this.transactions.asWorker(work, { retryOn: ONCE }));
  }

  find(reference: string): Promise<BankPayoutRecord> {
    return this.transactions.asWorker(async (tx) => {
      const known = await load(tx, reference);
      if (known) return known;
      throw new GatewayRefusal('not_found', 'There is no payout with this reference.');
    });
  }

  private async once(
    tx: Tx,
    { accountNumber, ...request }: AskedPayout,
  ): Promise<Done<BankPayoutRecord>> {
    const fingerprint = this.fingerprints.of(accountNumber);
    const hash = requestHash({ ...request, fingerprint });
    const known = await load(tx, request.reference);
    if (known) {
      assertRepeated(known, hash);
      return { record: known, answerLost: false };
    }
    const now = await appNow(tx, request.customerAppId);
    const given = { accountNumber, fingerprint, requestHash: hash, now };
    const record = decidedPayout(request, given);
    const batch = new WriteBatch().insert('bank_payouts', toRow(record));
    if (record.state === 'EXECUTED') batch.insert('ledger_entries', entryOf(tx, record));
    tx.write(batch);
    return { record, answerLost: losesAnswer(record) };
  }
}

async function load(tx: Tx, reference: string): Promise<BankPayoutRecord | undefined> {
  const [row] = await tx.query<Record<string, unknown>>(
    byKey('SELECT * FROM bank_payouts WHERE reference = $1'),
    [reference],
  );
  return row && fromRow<BankPayoutRecord>(row);
}

/** One row with both sides, as all books here. */
function entryOf(tx: Tx, record: BankPayoutRecord): Record<string, unknown> {
  return {
    entry_id: newId(tx.systemNow),
    gateway: BANK,
    customer_app_id: record.customerAppId,
    payment_id: record.reference,
    reference: record.reference,
    psp_reference: record.transactionReference,
    kind: 'PAYOUT',
    debit_account: `merchant:${record.debtorAccount}`,
    credit_account: 'creditors',
    amount: record.amount,
    currency: record.currency,
    booked_at: record.createdAt,
  };
}
