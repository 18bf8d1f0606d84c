import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  CreatePayoutRequest,
  ListPayoutsQuery,
  ListPayoutsResponse,
  PayoutResponse,
} from '@towpath/contracts/payment-link';
import {
  Caller,
  Idempotent,
  Operation,
  pageOf,
  rangeOf,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { InstitutionNames } from '../../parties/institution-names/institution-names.js';
import { CancelPayout } from './cancel-payout.use-case.js';
import { ConfirmPayout } from './confirm-payout.use-case.js';
import { CreatePayout } from './create-payout.use-case.js';
import { GetPayout } from './get-payout.query.js';
import { ListPayouts } from './list-payouts.query.js';
import type { PayoutFilters } from './list-payouts.query.js';

@Controller()
export class PayoutController {
  constructor(
    private readonly createPayout: CreatePayout,
    private readonly listPayouts: ListPayouts,
    private readonly getPayout: GetPayout,
    private readonly confirmPayout: ConfirmPayout,
    private readonly cancelPayout: CancelPayout,
    private readonly names: InstitutionNames,
  ) {}

  @Operation('createPayout', { response: PayoutResponse })
  create(
    @Idempotent(CreatePayoutRequest) call: IdempotentCall,
    @Body() body: CreatePayoutRequest,
  ): Promise<PreparedAnswer> {
    return this.createPayout.execute(call, {
      amount: body.amount,
      currency: body.currency,
      confirm: body.confirm,
      senderAccountId: body.sender_account.account_id,
      recipientAccountId: body.recipient_account.account_id,
      description: body.payment_details.description,
      externalTransactionReference: body.payment_details.external_transaction_reference,
      metadata: body.metadata ?? null,
    });
  }

  @Operation('listPayouts', { response: ListPayoutsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListPayoutsQuery,
  ): Promise<ListPayoutsResponse> {
    const found = await this.listPayouts.execute(customerAppId, filtersOf(query), rangeOf(query));
    const page = pageOf(found.rows, found.total, query);
    return this.names.shown({
      payouts: page.rows.map(({ body }) => body),
      total_payouts: page.total,
      next_cursor: page.next_cursor,
    });
  }

  @Operation('getPayoutById', { response: PayoutResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('payoutId') payoutId: string,
  ): Promise<PayoutResponse> {
    return this.names.shown(await this.getPayout.execute(customerAppId, payoutId));
  }

  @Operation('confirmPayout', { response: PayoutResponse })
  async confirm(
    @Caller() { customerAppId }: Caller,
    @Param('payoutId') payoutId: string,
  ): Promise<PayoutResponse> {
    return this.names.shown(await this.confirmPayout.execute(customerAppId, payoutId));
  }

  @Operation('cancelPayout', { response: PayoutResponse })
  async cancel(
    @Caller() { customerAppId }: Caller,
    @Param('payoutId') payoutId: string,
  ): Promise<PayoutResponse> {
    return this.names.shown(await this.cancelPayout.execute(customerAppId, payoutId));
  }
}

function filtersOf(query: ListPayoutsQuery): PayoutFilters {
  return {
    dateFrom: query.date_from,
    dateTo: query.date_to,
    status: query.statuses,
    currency: query.currencies,
    type: query.payout_types,
    mandateId: query.mandate_id,
    senderAccountId: query.sender_account_id,
    recipientAccountId: query.recipient_account_id,
    userId: query.recipient_user_id,
    externalUserId: query.recipient_external_user_id,
  };
}
