import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { Transactions, WriteBatch, type Tx } from '@towpath/persistence';
import { answered, GatewayRefusal, type Done } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/gateways.js';
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';
import { appNow } from '../../persistence/app-now.js';
import { AccountFingerprints } from '../direct-debit/account-fingerprints.js';
import { payoutReferences } from '../direct-debit/bank-references.js';
import { decidedPayout, losesAnswer, type PayoutRequest } from './bank-payout.js';
import { bankPayouts, type BankPayoutRecord } from './bank-payout.table.js';

/** Refuse a second concurrent payout under one reference. */
const ONCE = ['bank_payouts_pkey', 'ledger_entries_one_payout'];

interface AskedPayout extends PayoutRequest {
  /** Ends here: what stays is its outcome, its last digits and a keyed hash. */
  readonly accountNumber: string;
}

/** Pays out of the merchant's account. */
@Injectable()
export class BankPayoutsService {
  constructor(
    private readonly db: Transactions,
    private readonly fingerprints: AccountFingerprints,
  ) {}

  /** A repeat has the same answer and moves nothing more. */
  async pay(asked: AskedPayout): Promise<BankPayoutRecord> {
    const work = (tx: Tx) => this.once(tx, asked);
    return answered(await this.db.asWorker(work, { retryOn: ONCE }));
  }

  async find(reference: string): Promise<BankPayoutRecord> {
    const known = await this.db.asWorker((tx) => bankPayouts.find(tx, { reference }), {
      readOnly: true,
    });
    if (known) return known;
    throw new GatewayRefusal('not_found', 'There is no payout with this reference.');
  }

  private async once(
    tx: Tx,
    { accountNumber, ...request }: AskedPayout,
  ): Promise<Done<BankPayoutRecord>> {
    const fingerprint = this.fingerprints.of(accountNumber);
    const hash = requestHash({ ...request, fingerprint });
    const known = await bankPayouts.find(tx, request);
    if (known) {
      assertRepeated(known, hash);
      return { record: known, answerLost: false };
    }
    const now = await appNow(tx, request.customerAppId);
    const issued = payoutReferences(request);
    const given = { accountNumber, fingerprint, requestHash: hash, issued, now };
    const record = decidedPayout(request, given);
    const batch = new WriteBatch();
    bankPayouts.insert(batch, record);
    if (record.state === 'EXECUTED') batch.insert('ledger_entries', entryOf(tx, record));
    tx.write(batch);
    return { record, answerLost: losesAnswer(record) };
  }
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
