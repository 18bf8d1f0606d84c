import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access } from '../../base/http/access.guard.js';
import { LedgerService } from '../../base/ledger/ledger.service.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { AuthorizationsService } from '../../cards/authorizations/authorizations.service.js';
import { CardTokensService } from '../../cards/authorizations/card-tokens.service.js';
import { CapturesService } from '../../cards/disputes/captures.service.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { AuthorizationRequestDto, RefundRequestDto, SettledQueryDto } from './gw1.dto.js';
import {
  authorizationAnswer,
  authorizationView,
  captureAnswer,
  refundAnswer,
  voidAnswer,
} from './gw1.protocol.js';

const gateway = 'GW1';
const PER_PAGE = 100;

/** `GW1`: flat members, amounts in minor units. */
@Access('server')
@Controller('gw1')
export class Gw1Controller {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly captures: CapturesService,
    private readonly tokens: CardTokensService,
    private readonly ledger: LedgerService,
    private readonly config: SandboxConfig,
  ) {}

  @Post('authorizations')
  @HttpCode(200)
  async authorize(@Body() body: AuthorizationRequestDto) {
    const record = await this.authorizations.authorize({
      gateway,
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
    });
    return authorizationAnswer(record, this.config.publicUrl);
  }

  @Get('authorizations/:reference')
  async find(@Param('reference') reference: string) {
    return authorizationView(await this.authorizations.find({ gateway, reference }));
  }

  @Post('authorizations/:reference/capture')
  @HttpCode(200)
  async capture(@Param('reference') reference: string) {
    return captureAnswer(await this.captures.capture({ gateway, reference }));
  }

  @Post('authorizations/:reference/void')
  @HttpCode(200)
  async void(@Param('reference') reference: string) {
    return voidAnswer(await this.authorizations.void({ gateway, reference }));
  }

  @Post('authorizations/:reference/refund')
  @HttpCode(200)
  async refund(@Param('reference') reference: string, @Body() body: RefundRequestDto) {
    const refund = { refundReference: body.refund_reference, amount: body.amount };
    return refundAnswer(await this.authorizations.refund({ gateway, reference }, refund), refund);
  }

  @Get('stored_payment_methods/:id')
  async storedCard(@Param('id') id: string) {
    const { customerAppId, isUsable } = await this.tokens.findStored(gateway, id);
    return {
      stored_payment_method_id: id,
      customer_app_id: customerAppId,
      status: isUsable ? 'active' : 'expired',
    };
  }

  /** What this gateway settled, for the merchant's reconciliation. */
  @Get('settled')
  async settled(@Query() query: SettledQueryDto) {
    const from = new Date(query.from);
    const to = new Date(query.to);
    if (from > to) {
      throw new GatewayRefusal('invalid_request', 'to must not be before from.', { field: 'to' });
    }
    const { customer_app_id: customerAppId, after, limit = PER_PAGE } = query;
    const range = { gateway, from, to, customerAppId, after, limit } as const;
    const { entries } = await this.ledger.settled(range);
    const last = entries.length === limit ? entries.at(-1) : undefined;
    return { settled: entries, next_after: last?.entry_id ?? null };
  }
}
