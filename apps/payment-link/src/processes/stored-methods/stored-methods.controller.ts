import { Body, Controller, Param } from '@nestjs/common';
import {
  CreatePaymentMethodRequest,
  ListPaymentMethodsResponse,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { StoredMethodsReads } from './stored-methods.reads.js';
import { StoredMethodsService } from './stored-methods.service.js';

@Controller()
export class StoredMethodsController {
  constructor(
    private readonly methods: StoredMethodsService,
    private readonly reads: StoredMethodsReads,
  ) {}

  @Operation('listPaymentMethods', { response: ListPaymentMethodsResponse })
  list(@Caller() { customerAppId }: Caller, @Param('paymentUserId') userId: string) {
    return this.reads.list(customerAppId, userId);
  }

  @Operation('createPaymentMethod', { response: PaymentMethodResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Param('paymentUserId') userId: string,
    @Body() body: CreatePaymentMethodRequest,
  ) {
    return this.methods.import(customerAppId, userId, body);
  }

  @Operation('getPaymentMethod', { response: PaymentMethodResponse })
  get(@Caller() { customerAppId }: Caller, @Param('paymentMethodId') id: string) {
    return this.reads.get(customerAppId, id);
  }

  @Operation('cancelPaymentMethod', { response: PaymentMethodResponse })
  cancel(@Caller() { customerAppId }: Caller, @Param('paymentMethodId') id: string) {
    return this.methods.cancel(customerAppId, id);
  }
}
