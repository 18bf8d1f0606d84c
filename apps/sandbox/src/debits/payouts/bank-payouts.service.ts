import { Injectable } from '@nestjs/common';
import { Transactions, WriteBatch, type Tx } from '@towpath/persistence';
import { LedgerService } from '../../base/ledger/ledger.service.js';
import { answered, GatewayRefusal, type Done } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/parties.js';
import {
  assertRepeated,
  derivedReference,
  REFERENCE,
  requestHash,
} from '../../base/parties/parties.js';
import { appNow } from '../../persistence/app-now.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { accountFingerprint } from '../direct-debit/bank-references.js';
import { lastDigitsOf, type BankReason } from '../direct-debit/debit-outcomes.js';
import { bankPayouts, type BankPayoutRecord } from './bank-payout.table.js';

type PayoutRequest = Pick<
  BankPayoutRecord,
  'reference' | 'customerAppId' | 'debtorAccount' | 'creditorName' | 'amount' | 'currency' | 'text'
>;

interface AskedPayout extends PayoutRequest {
  /** Is not stored: what stays is its outcome, its last digits and a keyed hash. */
  readonly accountNumber: string;
}

/** Refuse a second payout under one reference, whoever is quicker. */
const ONCE = ['bank_payouts_pkey', 'ledger_entries_one_payout'];
/** The endings are a contract with users: their own tests rely on them. Add, never change. */
const REJECTED = '0002';
const ANSWER_LOST = '0007';
const CREDITORS = 'creditors';
const ACCOUNT_CLOSED: BankReason = { code: 'AC04', text: 'The account is closed.' };
const NO_SUCH_ACCOUNT: BankReason = { code: 'AC01', text: 'The account does not exist.' };

/** Money that is paid out of the merchant's account. */
@Injectable()
export class BankPayoutsService {
  constructor(
    private readonly db: Transactions,
    private readonly ledger: LedgerService,
    private readonly config: SandboxConfig,
  ) {}

  /** The bank decides at once. A repeat returns the same and moves nothing more. */
  async payOut({ accountNumber, ...request }: AskedPayout): Promise<BankPayoutRecord> {
    const fingerprint = accountFingerprint({
      secret: this.config.gatewaySecret,
      accountNumber,
    });
    const hash = requestHash({ ...request, fingerprint });
    const payOut = async (tx: Tx): Promise<Done<BankPayoutRecord>> => {
      const known = await bankPayouts.find(tx, { reference: request.reference });
      if (known) {
        assertRepeated(known, hash);
        return { record: known, answerLost: false };
      }
      const last4 = lastDigitsOf(accountNumber);
      const record = {
        ...request,
        ...decisionOf(request, last4),
        last4,
        fingerprint,
        requestHash: hash,
        createdAt: await appNow(tx, request.customerAppId),
      };
      const batch = new WriteBatch();
      bankPayouts.insert(batch, record);
      this.book(tx, batch, { record, bookedAt: record.createdAt });
      tx.write(batch);
      return { record, answerLost: last4 === ANSWER_LOST };
    };
    return answered(await this.db.asWorker(payOut, { retryOn: ONCE }));
  }

  find(reference: string): Promise<BankPayoutRecord> {
    return this.db.asWorker(async (tx) => {
      const isReference = REFERENCE.test(reference);
      const known = isReference ? await bankPayouts.find(tx, { reference }) : null;
      if (known) return known;
      throw new GatewayRefusal('not_found', 'There is no payout with this reference.');
    });
  }

  /** The bank of the recipient sends the money of a payout back. A repeat changes nothing. */
  sendBack(reference: string): Promise<BankPayoutRecord> {
    return this.db.asWorker(async (tx) => {
      const known = await bankPayouts.lock(tx, { reference });
      if (!known) throw new GatewayRefusal('not_found', 'There is no payout with this reference.');
      if (known.state === 'RETURNED') return known;
      if (known.state === 'REJECTED') {
        throw new GatewayRefusal('invalid_state', 'A rejected payout cannot be returned.');
      }
      const record = { ...known, state: 'RETURNED', reason: ACCOUNT_CLOSED } as const;
      const batch = new WriteBatch();
      bankPayouts.change(batch, { reference }, { state: 'RETURNED', reason: ACCOUNT_CLOSED });
      this.book(tx, batch, { record, bookedAt: await appNow(tx, record.customerAppId) });
      tx.write(batch);
      return record;
    });
  }

  private book(
    tx: Tx,
    batch: WriteBatch,
    { record, bookedAt }: { readonly record: BankPayoutRecord; readonly bookedAt: Date },
  ): void {
    const { reference, customerAppId, amount, currency, transactionReference, state } = record;
    if (transactionReference === null) return;
    const merchant = `merchant:${record.debtorAccount}`;
    const isBack = state === 'RETURNED';
    this.ledger.book(tx, batch, {
      gateway: BANK,
      customerAppId,
      paymentId: reference,
      reference,
      pspReference: transactionReference,
      kind: isBack ? 'PAYOUT_REVERSED' : 'PAYOUT',
      debitAccount: isBack ? CREDITORS : merchant,
      creditAccount: isBack ? merchant : CREDITORS,
      amount,
      currency,
      bookedAt,
    });
  }
}

function decisionOf({ customerAppId, reference }: PayoutRequest, last4: string) {
  const payout = { gateway: BANK, customerAppId, reference };
  const orderReference = `ORD${derivedReference(payout, 'payout order', 12)}`;
  if (last4 === REJECTED) {
    const reason = NO_SUCH_ACCOUNT;
    return { state: 'REJECTED', reason, orderReference, transactionReference: null } as const;
  }
  const transactionReference = `${BANK}${derivedReference(payout, 'payout', 16)}`;
  return { state: 'EXECUTED', reason: null, orderReference, transactionReference } as const;
}
