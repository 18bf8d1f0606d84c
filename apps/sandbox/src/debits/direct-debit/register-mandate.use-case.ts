import { Injectable } from '@nestjs/common';
import { Transactions, uniqueViolation, type Tx } from '@towpath/persistence';

import { AccountFingerprints } from './account-fingerprints.js';
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
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';

interface RegisterMandate extends MandateRegistration {
  /** Ends here: what stays is its outcome, its last digits and a keyed hash. */
  readonly accountNumber: string;
}

/** Result of a use case of the bank, and whether its answer is lost. */
export interface BankResult<R> {
  readonly record: R;
  readonly answerLost: boolean;
}

/**
 * Requests authorization from the payer's bank. A repeat returns the same answer without another
 * request.
 */
@Injectable()
export class RegisterMandateUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
    private readonly fingerprints: AccountFingerprints,
  ) {}

  async execute(asked: RegisterMandate): Promise<BankResult<DebitMandateRecord>> {
    try {
      return await this.transactions.asWorker((tx) => this.once(tx, asked));
    } catch (error) {
      if (uniqueViolation(error) !== ONE_MANDATE_PER_REFERENCE) throw error;
      return this.transactions.asWorker((tx) => this.once(tx, asked));
    }
  }

  private async once(
    tx: Tx,
    { accountNumber, ...registration }: RegisterMandate,
  ): Promise<BankResult<DebitMandateRecord>> {
    const { reference, customerAppId } = registration;
    const account = this.snapshot(accountNumber);
    const hash = requestHash({ ...registration, fingerprint: account.fingerprint });
    const known = await this.books.findMandate(tx, reference);
    if (known) assertRepeated(known.mandate.record, hash);
    const mandate =
      known?.mandate ??
      DebitMandate.register(registration, {
        account,
        requestHash: hash,
        now: await this.books.now(tx, customerAppId),
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
