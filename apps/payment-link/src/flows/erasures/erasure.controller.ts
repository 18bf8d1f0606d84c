import { Body, Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { ErasePaymentUser } from './erase-payment-user.use-case.js';
import { ErasePaymentUserRequest, ErasureResponse } from './erasure.dto.js';

@Controller()
export class ErasureController {
  constructor(private readonly erasePaymentUser: ErasePaymentUser) {}

  @InternalRoute('POST', '/internal/payment_users/erase', {
    callers: ['gateway'],
    response: ErasureResponse,
  })
  async erase(@Body() body: ErasePaymentUserRequest): Promise<ErasureResponse> {
    const { user_id: userId, actor, reason } = body;
    const customerAppId = body.customer_app_id;
    const erased = await this.erasePaymentUser.execute({ customerAppId, userId, actor, reason });
    return {
      user_id: userId,
      erased_at: erased.erasedAt.toISOString(),
      actor: erased.actor,
      reason: erased.reason,
      cancelled_payment_methods: [...erased.cancelledMethods],
    };
  }
}
