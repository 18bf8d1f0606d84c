import { Body, Controller, Param } from '@nestjs/common';
import {
  CreatePaymentAccountRequest,
  ListUserPaymentAccountsResponse,
  PaymentAccountResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import {
  CreateExternalAccount,
  type NewExternalAccount,
} from './create-external-account.use-case.js';
import { InstitutionNames } from '../institution-names/institution-names.js';
import { DeleteExternalAccount } from './delete-external-account.use-case.js';
import { ExternalAccountView } from './external-account.view.js';
import { ListUserAccounts } from './list-user-accounts.query.js';

@Controller()
export class ExternalAccountController {
  constructor(
    private readonly createExternalAccount: CreateExternalAccount,
    private readonly listUserAccounts: ListUserAccounts,
    private readonly deleteExternalAccount: DeleteExternalAccount,
    private readonly view: ExternalAccountView,
    private readonly names: InstitutionNames,
  ) {}

  @Operation('createPaymentAccount', { response: PaymentAccountResponse })
  async create(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreatePaymentAccountRequest,
  ): Promise<PaymentAccountResponse> {
    const account = await this.createExternalAccount.execute(customerAppId, newAccountOf(body));
    return this.names.shown(this.view.body(account));
  }

  @Operation('listPaymentAccounts', { response: ListUserPaymentAccountsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Param('paymentUserId') userId: string,
  ): Promise<ListUserPaymentAccountsResponse> {
    const accounts = await this.listUserAccounts.execute(customerAppId, userId);
    return this.names.shown({
      payment_accounts: accounts.map((account) => this.view.body(account)),
    });
  }

  @Operation('deletePaymentAccount')
  delete(
    @Caller() { customerAppId }: Caller,
    @Param('paymentAccountId') accountId: string,
  ): Promise<void> {
    return this.deleteExternalAccount.execute(customerAppId, accountId);
  }
}

function newAccountOf(body: CreatePaymentAccountRequest): NewExternalAccount {
  const { account_number: number } = body;
  return {
    userId: body.user_id,
    holder: {
      name: body.accountholder_name,
      number: number ? { type: number.type, number: number.number } : null,
      numberMasked: body.account_number_masked ?? null,
    },
    terms: {
      institutionId: body.institution_id,
      currencies: body.currencies ?? [],
      metadata: body.metadata ?? null,
    },
  };
}
