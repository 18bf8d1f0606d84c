import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { AuthorizationRecord } from '../../cards/authorizations/authorization.js';
import { REFERENCE } from '../../base/parties/parties.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/access.guard.js';
import { LedgerService } from '../../base/ledger/ledger.service.js';
import { AuthorizationsService } from '../../cards/authorizations/authorizations.service.js';
import { CardTokensService } from '../../cards/authorizations/card-tokens.service.js';
import { CapturesService } from '../../cards/disputes/captures.service.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { balanceTransaction, customerOf, intentBody } from './gw4.protocol.js';
import { BalanceQueryDto, IntentRequestDto, RefundDto } from './gw4.dto.js';

const gateway = 'GW4';
const PER_PAGE = 50;
const MS_PER_S = 1_000;
const INTENT_ID = /^pi_(.+)$/;

/**
 * `GW4`, whose words are objects: intents of customers with payment methods. The reference of a
 * request is its `Idempotency-Key`, and an intent's ID is made of it.
 */
@Access('server')
@Controller('gw4')
export class Gw4Controller {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly captures: CapturesService,
    private readonly tokens: CardTokensService,
    private readonly ledger: LedgerService,
    private readonly config: SandboxConfig,
  ) {}

  @Post('payment_intents')
  @HttpCode(200)
  async create(
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: IntentRequestDto,
  ) {
    const record = await this.authorizations.authorize({
      gateway,
      reference: keyNamed(key),
      customerAppId: body.metadata.customer_app_id,
      paymentId: body.metadata.payment_id ?? null,
      merchantAccount: body.on_behalf_of,
      merchantName: body.statement_name ?? null,
      amount: body.amount.value,
      currency: body.amount.currency,
      purpose: body.usage === 'setup' ? 'SETUP' : 'PAYMENT',
      store: body.save_payment_method,
      offSession: body.off_session,
      returnUrl: body.return_url ?? null,
      callbackUrl: body.webhook_url,
      language: body.locale ?? null,
      token: tokenOf(body),
    });
    return intentBody(record, { state: record.answeredState, publicUrl: this.config.publicUrl });
  }

  @Get('payment_intents/:id')
  async find(@Param('id') id: string) {
    const { record } = await this.authorizations.find(intentKey(id));
    return this.present(record);
  }

  @Post('payment_intents/:id/capture')
  @HttpCode(200)
  async capture(@Param('id') id: string) {
    const record = await this.captures.capture(intentKey(id));
    return this.present(record);
  }

  @Post('payment_intents/:id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string) {
    return this.present(await this.authorizations.void(intentKey(id)));
  }

  @Post('payment_intents/:id/refunds')
  @HttpCode(200)
  async refund(
    @Param('id') id: string,
    @Headers('idempotency-key') key: string | undefined,
    @Body() { amount }: RefundDto,
  ) {
    const refund = { refundReference: keyNamed(key), amount };
    return this.present(await this.authorizations.refund(intentKey(id), refund));
  }

  @Get('balance_transactions')
  async balanceTransactions(@Query() query: BalanceQueryDto) {
    const { created_gte: since, created_lt: until, starting_after: after } = query;
    const { customer_app_id: customerAppId } = query;
    if (since > until) {
      const message = 'created_lt must not be before created_gte.';
      throw new GatewayRefusal('invalid_request', message, { field: 'created_lt' });
    }
    const { entries, more } = await this.ledger.settled({
      gateway,
      from: new Date(since * MS_PER_S),
      to: new Date(until * MS_PER_S),
      limit: query.limit ?? PER_PAGE,
      customerAppId,
      after,
    });
    return { object: 'list', data: entries.map(balanceTransaction), has_more: more };
  }

  /** A method of another customer is not there. */
  @Get('customers/:customer/payment_methods/:id')
  async paymentMethod(
    @Param() { customer, id }: { readonly customer: string; readonly id: string },
  ) {
    const { customerAppId, isUsable } = await this.tokens.findStored(gateway, id);
    if (customer !== customerOf(id)) {
      throw new GatewayRefusal('not_found', 'The customer has no such payment method.');
    }
    return {
      object: 'payment_method',
      id,
      customer,
      usable: isUsable,
      metadata: { customer_app_id: customerAppId },
    };
  }

  private present(record: AuthorizationRecord) {
    return intentBody(record, { state: record.state, publicUrl: this.config.publicUrl });
  }
}

function keyNamed(key: string | undefined): string {
  if (key !== undefined && REFERENCE.test(key)) return key;
  const message = 'Idempotency-Key must be 1 to 64 letters, digits, - or _.';
  throw new GatewayRefusal('invalid_request', message, { field: 'Idempotency-Key' });
}

function intentKey(id: string) {
  return { gateway, reference: INTENT_ID.exec(id)?.[1] ?? '' } as const;
}

/** A stored method is charged for the customer that it belongs to, and for nobody else. */
function tokenOf({ payment_method: method, customer }: IntentRequestDto): string {
  if ((method.token === undefined) === (method.id === undefined)) {
    const message = 'payment_method needs either a token or an id.';
    throw new GatewayRefusal('invalid_request', message, { field: 'payment_method' });
  }
  if (method.id !== undefined && customer?.id !== customerOf(method.id)) {
    const message = 'customer must be the one that the payment method belongs to.';
    throw new GatewayRefusal('invalid_request', message, { field: 'customer' });
  }
  return method.token ?? method.id ?? '';
}
