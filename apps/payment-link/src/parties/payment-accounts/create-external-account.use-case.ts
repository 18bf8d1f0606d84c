import { Injectable } from '@nestjs/common';
import { ibanOf, isLocalNumber } from '@towpath/contracts';
import { DomainError, newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { InstitutionNames } from '../institution-names/institution-names.js';
import { LockPaymentUser } from '../payment-users/lock-payment-user.use-case.js';
import { parseUserId } from '../payment-users/payment-user.errors.js';
import {
  checkedTerms,
  endOfMasked,
  type AccountHolder,
  type AccountNumber,
  type ExternalAccount,
  type ExternalAccountTerms,
} from './domain/external-account.js';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';

export interface NewExternalAccount {
  readonly userId: string;
  readonly holder: AccountHolder;
  readonly terms: ExternalAccountTerms;
}

/** Each request creates a separate account, because nothing identifies a repeat. */
@Injectable()
export class CreateExternalAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: ExternalAccountRepository,
    private readonly lockPaymentUser: LockPaymentUser,
    private readonly institutions: InstitutionNames,
  ) {}

  async execute(customerAppId: CustomerAppId, asked: NewExternalAccount): Promise<ExternalAccount> {
    const terms = checkedTerms(asked.terms);
    const userId = parseUserId(asked.userId);
    const holder = await this.checkedHolder(asked);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const user = await this.lockPaymentUser.execute(tx, userId);
      user.assertNotErased();
      const account: ExternalAccount = {
        ...terms,
        accountId: newId<PaymentAccountId>(tx.systemNow),
        customerAppId: tx.customerApp.id,
        userId,
        holder,
        createdAt: tx.now,
        updatedAt: tx.now,
      };
      const batch = new WriteBatch();
      await this.accounts.add(tx, batch, account);
      tx.write(batch);
      return account;
    });
  }

  /** The number of an account must be possible in a country of its bank. */
  private async checkedHolder({ holder, terms }: NewExternalAccount): Promise<AccountHolder> {
    const { number, numberMasked } = holder;
    if (!number) return { ...holder, numberMasked: numberMasked && endOfMasked(numberMasked) };
    const isLocal = number.type === 'LOCAL';
    const countries = isLocal ? await this.institutions.countriesOf(terms.institutionId) : [];
    if (isLocal && !isLocalNumber(number.number, countries)) {
      throw new DomainError(
        'INVALID_REQUEST',
        `account_number.number must be an account number of ${countries.join(', ')}.`,
      );
    }
    return { ...holder, number: plain(number) };
  }
}

function plain({ type, number }: AccountNumber): AccountNumber {
  const iban = type === 'IBAN' ? ibanOf(number) : null;
  return { type, number: iban ?? number.normalize('NFKC') };
}
