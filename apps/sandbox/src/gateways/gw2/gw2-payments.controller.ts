import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Money } from '@towpath/kernel';

import { AuthorizeCard } from '../../cards/authorizations/authorize-card.use-case.js';
import { CaptureAuthorization } from '../../cards/authorizations/capture-authorization.use-case.js';
import { authorizationKey, checkRequest } from '../../cards/authorizations/check-request.js';
import type { AuthorizationRecord } from '../../cards/authorizations/domain/authorization.js';
import { FindAuthorization } from '../../cards/authorizations/find-authorization.query.js';
import { RefundAuthorization } from '../../cards/authorizations/refund-authorization.use-case.js';
import { VoidAuthorization } from '../../cards/authorizations/void-authorization.use-case.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettled } from '../../base/ledger/list-settled.query.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { paymentBody, settlementLine } from './gw2.answers.js';
import { PaymentRequestDto, ReturnRequestDto, SettlementQueryDto } from './gw2.dto.js';

const PER_PAGE = 100;

/** `GW2`: payments and tokens; amounts are decimal text. */
@Access('server')
@Controller('gw2')
export class Gw2PaymentsController {
  constructor(
    private readonly authorizeCard: AuthorizeCard,
    private readonly captureAuthorization: CaptureAuthorization,
    private readonly voidAuthorization: VoidAuthorization,
    private readonly refundAuthorization: RefundAuthorization,
    private readonly findAuthorization: FindAuthorization,
    private readonly listSettled: ListSettled,
    private readonly config: SandboxConfig,
  ) {}

  @Post('payments')
  @HttpCode(200)
  async pay(@Body() body: PaymentRequestDto) {
    const asked = {
      gateway: 'GW2',
      reference: body.merchant_reference,
      customerAppId: body.shop,
      paymentId: body.order_id ?? null,
      merchantAccount: body.account,
      merchantName: body.account_name ?? null,
      amount: minorUnits(body),
      currency: body.currency,
      purpose: body.kind === 'REGISTRATION' ? 'SETUP' : 'PAYMENT',
      store: body.remember,
      offSession: body.merchant_initiated,
      returnUrl: body.return_to ?? null,
      callbackUrl: body.notify_to,
      language: body.locale ?? null,
      token: body.payment_token,
    } as const;
    checkRequest(asked);
    const record = await this.authorizeCard.execute(asked);
    return paymentBody(record, { state: record.answeredState, publicUrl: this.config.publicUrl });
  }

  @Get('payments/:reference')
  async find(@Param('reference') reference: string) {
    const { record } = await this.findAuthorization.execute(keyOf(reference));
    return this.present(record);
  }

  @Post('payments/:reference/settle')
  @HttpCode(200)
  async settle(@Param('reference') reference: string) {
    const record = await this.captureAuthorization.execute(keyOf(reference));
    return this.present(record);
  }

  @Post('payments/:reference/cancel')
  @HttpCode(200)
  async cancel(@Param('reference') reference: string) {
    return this.present(await this.voidAuthorization.execute(keyOf(reference)));
  }

  @Post('payments/:reference/return')
  @HttpCode(200)
  async return(@Param('reference') reference: string, @Body() body: ReturnRequestDto) {
    const key = keyOf(reference);
    const { record: known } = await this.findAuthorization.execute(key);
    const amount = minorUnits({ ...body, currency: known.currency });
    const refund = { refundReference: body.return_reference, amount };
    return this.present(await this.refundAuthorization.execute(key, refund));
  }

  @Get('settlements')
  async settlements(@Query() { since, until, shop, cursor }: SettlementQueryDto) {
    if (since > until) {
      const message = 'until must not be before since.';
      throw new GatewayRefusal('invalid_request', message, { field: 'until' });
    }
    const { entries } = await this.listSettled.execute({
      gateway: 'GW2',
      from: new Date(since),
      to: new Date(until),
      limit: PER_PAGE,
      customerAppId: shop,
      after: cursor,
    });
    const last = entries.length === PER_PAGE ? entries.at(-1) : undefined;
    return { lines: entries.map(settlementLine), cursor: last?.entry_id ?? null };
  }

  private present(record: AuthorizationRecord) {
    return paymentBody(record, { state: record.state, publicUrl: this.config.publicUrl });
  }
}

const keyOf = (reference: string) => authorizationKey('GW2', reference);

function minorUnits({ value, currency }: { value: string; currency: string }): number {
  try {
    return Money.fromDecimal({ text: value, currency }).amount;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `value must have the decimals of ${currency}.`;
    throw new GatewayRefusal('invalid_request', message, { field: 'value' });
  }
}
