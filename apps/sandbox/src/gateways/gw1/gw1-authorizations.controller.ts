import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';

import { AuthorizeCard } from '../../cards/authorizations/authorize-card.use-case.js';
import { CaptureAuthorization } from '../../cards/authorizations/capture-authorization.use-case.js';
import { authorizationKey, checkRequest } from '../../cards/authorizations/check-request.js';
import { FindAuthorization } from '../../cards/authorizations/find-authorization.query.js';
import { RefundAuthorization } from '../../cards/authorizations/refund-authorization.use-case.js';
import { VoidAuthorization } from '../../cards/authorizations/void-authorization.use-case.js';
import { Access } from '../../base/http/route-access.js';
import { SandboxConfig } from '../../sandbox.config.js';
import {
  authorizationAnswer,
  authorizationView,
  captureAnswer,
  refundAnswer,
  voidAnswer,
} from './gw1.answers.js';
import { AuthorizationRequestDto, RefundRequestDto } from './gw1.dto.js';

/** The API that the merchant's server speaks. */
@Access('server')
@Controller('gw1/authorizations')
export class Gw1AuthorizationsController {
  constructor(
    private readonly authorizeCard: AuthorizeCard,
    private readonly captureAuthorization: CaptureAuthorization,
    private readonly voidAuthorization: VoidAuthorization,
    private readonly refundAuthorization: RefundAuthorization,
    private readonly findAuthorization: FindAuthorization,
    private readonly config: SandboxConfig,
  ) {}

  @Post()
  @HttpCode(200)
  async authorize(@Body() body: AuthorizationRequestDto) {
    const asked = {
      gateway: 'GW1',
      reference: body.reference,
      customerAppId: body.customer_app_id,
      paymentId: body.payment_id ?? null,
      merchantAccount: body.merchant_account,
      merchantName: body.merchant_name ?? null,
      amount: body.amount,
      currency: body.currency,
      purpose: body.purpose,
      store: body.store,
      offSession: body.off_session,
      returnUrl: body.return_url ?? null,
      callbackUrl: body.callback_url,
      language: body.language ?? null,
      token: body.token,
    } as const;
    checkRequest(asked);
    const record = await this.authorizeCard.execute(asked);
    return authorizationAnswer(record, this.config.publicUrl);
  }

  @Get(':reference')
  async find(@Param('reference') reference: string) {
    const { record, refunds } = await this.findAuthorization.execute(keyOf(reference));
    return authorizationView(record, refunds);
  }

  @Post(':reference/capture')
  @HttpCode(200)
  async capture(@Param('reference') reference: string) {
    const record = await this.captureAuthorization.execute(keyOf(reference));
    return captureAnswer(record);
  }

  @Post(':reference/void')
  @HttpCode(200)
  async void(@Param('reference') reference: string) {
    return voidAnswer(await this.voidAuthorization.execute(keyOf(reference)));
  }

  @Post(':reference/refund')
  @HttpCode(200)
  async refund(@Param('reference') reference: string, @Body() body: RefundRequestDto) {
    const refund = { refundReference: body.refund_reference, amount: body.amount };
    const record = await this.refundAuthorization.execute(keyOf(reference), refund);
    return refundAnswer(record, refund);
  }
}

const keyOf = (reference: string) => authorizationKey('GW1', reference);
