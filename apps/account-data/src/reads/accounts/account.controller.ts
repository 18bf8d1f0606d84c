import { Controller, Param } from '@nestjs/common';
import {
  AccountNumberResponse,
  AccountResponse,
  AccountsResponse,
} from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { DataOwners } from '../../retrieval/retrieved-data/data-owners.js';
import { SEALED } from '../../retrieval/retrieved-data/sql-store-retrieved-batch.js';
import { ReadAccounts } from './read-accounts.js';

@Controller()
export class AccountController {
  constructor(
    private readonly owners: DataOwners,
    private readonly accounts: ReadAccounts,
  ) {}

  @Operation('listAccounts', { response: AccountsResponse })
  list(@Caller() caller: Caller): Promise<AccountsResponse> {
    return this.owners.read(caller, ['accounts'], async (owned) => {
      const { login_identity, institution } = owned;
      const found = await this.accounts.all(owned);
      return { login_identity, institution, accounts: found.map(({ view }) => view) };
    });
  }

  @Operation('getAccount', { response: AccountResponse })
  get(@Caller() caller: Caller, @Param('accountId') id: string): Promise<AccountResponse> {
    return this.owners.read(caller, ['accounts'], async (owned) => {
      const { login_identity, institution } = owned;
      const { view: account } = await this.accounts.one(owned, id);
      return { login_identity, institution, account };
    });
  }

  @Operation('getAccountNumber', { response: AccountNumberResponse })
  number(@Caller() caller: Caller, @Param('accountId') id: string): Promise<AccountNumberResponse> {
    return this.owners.read(caller, ['account_numbers'], async (owned) => {
      const { login_identity, institution } = owned;
      const { row, view: account, key } = await this.accounts.one(owned, id);
      if (!key || !row.payment_number) {
        throw new DomainError('PRODUCT_NOT_AVAILABLE', 'This account has no number to pay to.');
      }
      const { raw, paymentDetails } = JSON.parse(
        key.decrypt(SEALED.paymentNumber, row.payment_number),
      ) as { raw: string; paymentDetails: Record<string, unknown>[] };
      return {
        login_identity,
        institution,
        account,
        account_number: { account_id: row.account_id, raw, number: raw.replaceAll(/\D/gu, '') },
        payment_details: paymentDetails,
      };
    });
  }
}
