import { Body, Controller } from '@nestjs/common';
import {
  FindDisputedPaymentRequest,
  FindDisputedPaymentResponse,
  ListGatewayAccountsRequest,
  ListGatewayAccountsResponse,
} from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import { DisputedPaymentsReads } from './disputed-payments.reads.js';

@Controller()
export class DisputedPaymentsController {
  constructor(private readonly reads: DisputedPaymentsReads) {}

  @InternalRoute('POST', '/internal/disputed_payments/find', {
    callers: ['dispute'],
    response: FindDisputedPaymentResponse,
  })
  find(@Body() body: FindDisputedPaymentRequest): Promise<FindDisputedPaymentResponse> {
    return this.reads.find(body);
  }

  @InternalRoute('POST', '/internal/disputed_payments/gateway_accounts', {
    callers: ['dispute'],
    response: ListGatewayAccountsResponse,
  })
  gatewayAccounts(@Body() body: ListGatewayAccountsRequest): Promise<ListGatewayAccountsResponse> {
    return this.reads.gatewayAccounts(body);
  }
}
