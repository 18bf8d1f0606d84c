import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Money } from '@towpath/kernel';
import type { AuthorizationRecord } from '../../cards/authorizations/authorization.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/access.guard.js';
import { LedgerService } from '../../base/ledger/ledger.service.js';
import { AuthorizationsService } from '../../cards/authorizations/authorizations.service.js';
import { CardTokensService } from '../../cards/authorizations/card-tokens.service.js';
import { CapturesService } from '../../cards/disputes/captures.service.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { paymentBody, settlementLine } from './gw2.protocol.js';
import { PaymentRequestDto, ReturnRequestDto, SettlementQueryDto } from './gw2.dto.js';

const gateway = 'GW2';
const PER_PAGE = 100;

/** `GW2`: payments and tokens; amounts are decimal text. */
@Access('server')
@Controller('gw2')
export class Gw2Controller {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly captures: CapturesService,
    private readonly tokens: CardTokensService,
    private readonly ledger: LedgerService,
    private readonly config: SandboxConfig,
  ) {}

  @Post('payments')
  @HttpCode(200)
  async pay(@Body() body: PaymentRequestDto) {
    const record = await this.authorizations.authorize({
      gateway,
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
    });
    return paymentBody(record, { state: record.answeredState, publicUrl: this.config.publicUrl });
  }

  @Get('payments/:reference')
  async find(@Param('reference') reference: string) {
    const { record } = await this.authorizations.find({ gateway, reference });
    return this.present(record);
  }

  @Post('payments/:reference/settle')
  @HttpCode(200)
  async settle(@Param('reference') reference: string) {
    const record = await this.captures.capture({ gateway, reference });
    return this.present(record);
  }

  @Post('payments/:reference/cancel')
  @HttpCode(200)
  async cancel(@Param('reference') reference: string) {
    return this.present(await this.authorizations.void({ gateway, reference }));
  }

  @Post('payments/:reference/return')
  @HttpCode(200)
  async return(@Param('reference') reference: string, @Body() body: ReturnRequestDto) {
    const key = { gateway, reference } as const;
    const { record: known } = await this.authorizations.find(key);
    const amount = minorUnits({ ...body, currency: known.currency });
    const refund = { refundReference: body.return_reference, amount };
    return this.present(await this.authorizations.refund(key, refund));
  }

  @Get('settlements')
  async settlements(@Query() { since, until, shop, cursor }: SettlementQueryDto) {
    if (since > until) {
      const message = 'until must not be before since.';
      throw new GatewayRefusal('invalid_request', message, { field: 'until' });
    }
    const { entries } = await this.ledger.settled({
      gateway,
      from: new Date(since),
      to: new Date(until),
      limit: PER_PAGE,
      customerAppId: shop,
      after: cursor,
    });
    const last = entries.length === PER_PAGE ? entries.at(-1) : undefined;
    return { lines: entries.map(settlementLine), cursor: last?.entry_id ?? null };
  }

  @Get('payment_tokens/:token')
  async storedCard(@Param('token') token: string) {
    const { customerAppId, isUsable } = await this.tokens.findStored(gateway, token);
    return { payment_token: token, shop: customerAppId, state: isUsable ? 'ACTIVE' : 'EXPIRED' };
  }

  private present(record: AuthorizationRecord) {
    return paymentBody(record, { state: record.state, publicUrl: this.config.publicUrl });
  }
}

function minorUnits({ value, currency }: { value: string; currency: string }): number {
  try {
    return Money.fromDecimal({ text: value, currency }).amount;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `value must have the decimals of ${currency}.`;
    throw new GatewayRefusal('invalid_request', message, { field: 'value' });
  }
}
