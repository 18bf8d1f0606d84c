import { Body, Controller, Param } from '@nestjs/common';
import {
  CreatePaymentUserRequest,
  PaymentUserResponse,
  UpdatePaymentUserRequest,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { CreatePaymentUser, type NewPaymentUser } from './create-payment-user.use-case.js';
import type { PaymentUserPatch } from './domain/payment-user.js';
import { GetPaymentUser } from './get-payment-user.query.js';
import { PaymentUserView } from './payment-user.view.js';
import { UpdatePaymentUser } from './update-payment-user.use-case.js';

@Controller()
export class PaymentUserController {
  constructor(
    private readonly createPaymentUser: CreatePaymentUser,
    private readonly getPaymentUser: GetPaymentUser,
    private readonly updatePaymentUser: UpdatePaymentUser,
    private readonly view: PaymentUserView,
  ) {}

  @Operation('createPaymentUser', { response: PaymentUserResponse })
  async create(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreatePaymentUserRequest,
  ): Promise<PaymentUserResponse> {
    return this.view.full(await this.createPaymentUser.execute(customerAppId, newUserOf(body)));
  }

  @Operation('getPaymentUser', { response: PaymentUserResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('paymentUserId') userId: string,
  ): Promise<PaymentUserResponse> {
    return this.view.full(await this.getPaymentUser.execute(customerAppId, userId));
  }

  @Operation('updatePaymentUser', { response: PaymentUserResponse })
  async update(
    @Caller() { customerAppId }: Caller,
    @Param('paymentUserId') userId: string,
    @Body() body: UpdatePaymentUserRequest,
  ): Promise<PaymentUserResponse> {
    return this.view.full(
      await this.updatePaymentUser.execute(customerAppId, userId, patchOf(body)),
    );
  }
}

function newUserOf(body: CreatePaymentUserRequest): NewPaymentUser {
  return {
    externalUserId: body.external_user_id,
    content: {
      personal: {
        name: body.name,
        email: body.email ?? null,
        userDetails: body.user_details ?? null,
      },
      userType: body.user_type ?? null,
      autopayConsent: body.autopay_consent ?? false,
      metadata: body.metadata ?? null,
      integrationMetadata: body.integration_metadata ?? null,
    },
  };
}

function patchOf(body: UpdatePaymentUserRequest): PaymentUserPatch {
  const { next_bill_update: nextBill } = body;
  return {
    name: body.name,
    email: body.email,
    userType: body.user_type,
    autopayConsent: body.autopay_consent,
    metadata: body.metadata,
    nextBillUpdate: typeof nextBill === 'string' ? new Date(nextBill) : nextBill,
  };
}
