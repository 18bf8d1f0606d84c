import { Body, Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { ErasePaymentUserRequest, ErasureResponse } from './erasure.dto.js';
import { ErasuresService } from './erasures.service.js';

@Controller()
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @InternalRoute('POST', '/internal/payment_users/erase', {
    command: 'payment-user erase',
    response: ErasureResponse,
  })
  erase(@Body() body: ErasePaymentUserRequest) {
    return this.erasures.erase(body);
  }
}
