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
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { PayoutsReads } from './payouts.reads.js';
import { PayoutsService } from './payouts.service.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';

@Controller()
export class PayoutsController {
  constructor(
    private readonly payouts: PayoutsService,
    private readonly reads: PayoutsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  @Operation('createPayout', { response: PayoutResponse })
  create(
    @Idempotent(CreatePayoutRequest) call: IdempotentCall,
    @Body() body: CreatePayoutRequest,
  ): Promise<PreparedAnswer> {
    return this.payouts.create(call, body);
  }

  @Operation('listPayouts', { response: ListPayoutsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListPayoutsQuery,
  ): Promise<ListPayoutsResponse> {
    return this.names.shown(await this.reads.list(customerAppId, query));
  }

  @Operation('getPayoutById', { response: PayoutResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('payoutId') payoutId: string,
  ): Promise<PayoutResponse> {
    return this.names.shown(await this.reads.get(customerAppId, payoutId));
  }

  @Operation('confirmPayout', { response: PayoutResponse })
  async confirm(
    @Caller() { customerAppId }: Caller,
    @Param('payoutId') payoutId: string,
  ): Promise<PayoutResponse> {
    return this.names.shown(await this.payouts.confirm(customerAppId, payoutId));
  }

  @Operation('cancelPayout', { response: PayoutResponse })
  async cancel(
    @Caller() { customerAppId }: Caller,
    @Param('payoutId') payoutId: string,
  ): Promise<PayoutResponse> {
    return this.names.shown(await this.payouts.cancel(customerAppId, payoutId));
  }
}
