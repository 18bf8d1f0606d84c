import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '@towpath/persistence';

import { appNow } from '../../persistence/app-now.js';
import { AccountFingerprints } from './account-fingerprints.js';
import { mandateReferences } from './bank-references.js';
import {
  DebitMandate,
  type DebitMandateRecord,
  type DebtorAccount,
  type MandateRegistration,
} from './domain/debit-mandate.js';
import { lastDigitsOf, outcomeOfAccount } from './domain/debit-outcomes.js';
import {
  BankBooksRepository,
  ONE_MANDATE_PER_REFERENCE,
} from './persistence/bank-books.repository.js';
import { InstructionsRepository } from './persistence/instructions.repository.js';
import { answered, type Done } from '../../base/parties/gateway-refusal.js';
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';

interface AskedMandate extends MandateRegistration {
  /** Ends here: what stays is its outcome, its last digits and a keyed hash. */
  readonly accountNumber: string;
}

/**
 * Requests authorization from the payer's bank. A repeat returns the same answer without another
 * request.
 */
@Injectable()
export class RegisterMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
    private readonly fingerprints: AccountFingerprints,
  ) {}

  async execute(asked: AskedMandate): Promise<DebitMandateRecord> {
    const retryOn = [ONE_MANDATE_PER_REFERENCE];
    const work = (tx: Tx) => this.once(tx, asked);
    return answered(await this.transactions.asWorker(work, { retryOn }));
  }

  private async once(
    tx: Tx,
    { accountNumber, ...registration }: AskedMandate,
  ): Promise<Done<DebitMandateRecord>> {
    const { reference, customerAppId } = registration;
    const account = this.snapshot(accountNumber);
    const hash = requestHash({ ...registration, fingerprint: account.fingerprint });
    const known = await this.books.findMandate(tx, reference);
    if (known) assertRepeated(known.mandate.record, hash);
    const mandate =
      known?.mandate ??
      DebitMandate.register(registration, {
        account,
        issued: mandateReferences(registration),
        requestHash: hash,
        now: await appNow(tx, customerAppId),
      });
    await this.books.saveMandate(tx, mandate);
    await this.instructions.note(tx, { kind: 'REGISTER', reference, customerAppId });
    const answerLost = mandate.isNew && mandate.outcome.losesAnswer === true;
    return { record: mandate.record, answerLost };
  }

  private snapshot(accountNumber: string): DebtorAccount {
    return {
      outcome: outcomeOfAccount(accountNumber),
      last4: lastDigitsOf(accountNumber),
      fingerprint: this.fingerprints.of(accountNumber),
    };
  }
}
