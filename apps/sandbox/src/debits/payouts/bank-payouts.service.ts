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
      this.book(tx, batch, record);
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

  private book(tx: Tx, batch: WriteBatch, record: BankPayoutRecord): void {
    const { reference, customerAppId, amount, currency, transactionReference, createdAt } = record;
    if (transactionReference === null) return;
    this.ledger.book(tx, batch, {
      gateway: BANK,
      customerAppId,
      paymentId: reference,
      reference,
      pspReference: transactionReference,
      kind: 'PAYOUT',
      debitAccount: `merchant:${record.debtorAccount}`,
      creditAccount: 'creditors',
      amount,
      currency,
      bookedAt: createdAt,
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
