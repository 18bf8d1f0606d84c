import { Body, Controller, Param } from '@nestjs/common';
import {
  CreatePaymentUserRequest,
  PaymentUserResponse,
  UpdatePaymentUserRequest,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { PaymentUsersReads } from './payment-users.reads.js';
import { PaymentUsersService } from './payment-users.service.js';

@Controller()
export class PaymentUsersController {
  constructor(
    private readonly users: PaymentUsersService,
    private readonly reads: PaymentUsersReads,
  ) {}

  @Operation('createPaymentUser', { response: PaymentUserResponse })
  create(@Caller() { customerAppId }: Caller, @Body() body: CreatePaymentUserRequest) {
    return this.users.create(customerAppId, body);
  }

  @Operation('getPaymentUser', { response: PaymentUserResponse })
  get(@Caller() { customerAppId }: Caller, @Param('paymentUserId') userId: string) {
    return this.reads.get(customerAppId, userId);
  }

  @Operation('updatePaymentUser', { response: PaymentUserResponse })
  update(
    @Caller() { customerAppId }: Caller,
    @Param('paymentUserId') userId: string,
    @Body() body: UpdatePaymentUserRequest,
  ) {
    return this.users.update(customerAppId, userId, body);
  }
}
