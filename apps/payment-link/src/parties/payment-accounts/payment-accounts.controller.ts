import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  CreatePaymentAccountRequest,
  ListPaymentAccountsQuery,
  ListPaymentAccountsResponse,
  ListUserPaymentAccountsResponse,
  PaymentAccountResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { ExternalAccountsReads } from './external-accounts.reads.js';
import { PaymentAccountsReads } from './payment-accounts.reads.js';
import { PaymentAccountsService } from './payment-accounts.service.js';

@Controller()
export class PaymentAccountsController {
  constructor(
    private readonly accounts: PaymentAccountsService,
    private readonly reads: PaymentAccountsReads,
    private readonly external: ExternalAccountsReads,
  ) {}

  @Operation('listPaymentAccountsWithEnrichedData', { response: ListPaymentAccountsResponse })
  list(@Caller() { customerAppId }: Caller, @Query() query: ListPaymentAccountsQuery) {
    return this.reads.list(customerAppId, query);
  }

  @Operation('createPaymentAccount', { response: PaymentAccountResponse })
  create(@Caller() { customerAppId }: Caller, @Body() body: CreatePaymentAccountRequest) {
    return this.accounts.create(customerAppId, body);
  }

  @Operation('listPaymentAccounts', { response: ListUserPaymentAccountsResponse })
  listOfUser(@Caller() { customerAppId }: Caller, @Param('paymentUserId') userId: string) {
    return this.external.listOfUser(customerAppId, userId);
  }

  @Operation('deletePaymentAccount')
  delete(@Caller() { customerAppId }: Caller, @Param('paymentAccountId') accountId: string) {
    return this.accounts.delete(customerAppId, accountId);
  }
}
