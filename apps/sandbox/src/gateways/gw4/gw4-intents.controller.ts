import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';

import { AuthorizeCard } from '../../cards/authorizations/authorize-card.use-case.js';
import { CaptureAuthorization } from '../../cards/authorizations/capture-authorization.use-case.js';
import { authorizationKey, checkRequest } from '../../cards/authorizations/check-request.js';
import type { AuthorizationRecord } from '../../cards/authorizations/domain/authorization.js';
import { FindAuthorization } from '../../cards/authorizations/find-authorization.query.js';
import { REFERENCE } from '../../base/parties/reference.js';
import { RefundAuthorization } from '../../cards/authorizations/refund-authorization.use-case.js';
import { VoidAuthorization } from '../../cards/authorizations/void-authorization.use-case.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettled } from '../../base/ledger/list-settled.query.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { balanceTransaction, customerOf, intentBody } from './gw4.answers.js';
import { BalanceQueryDto, IntentRequestDto, RefundDto } from './gw4.dto.js';

const PER_PAGE = 50;
const MS_PER_S = 1_000;
const INTENT_ID = /^pi_(.+)$/;

/**
 * `GW4`, whose words are objects: intents of customers with payment methods. The reference of a
 * request is its `Idempotency-Key`, and an intent's ID is made of it.
 */
@Access('server')
@Controller('gw4')
export class Gw4IntentsController {
  constructor(
    private readonly authorizeCard: AuthorizeCard,
    private readonly captureAuthorization: CaptureAuthorization,
    private readonly voidAuthorization: VoidAuthorization,
    private readonly refundAuthorization: RefundAuthorization,
    private readonly findAuthorization: FindAuthorization,
    private readonly listSettled: ListSettled,
    private readonly config: SandboxConfig,
  ) {}

  @Post('payment_intents')
  @HttpCode(200)
  async create(
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: IntentRequestDto,
  ) {
    const asked = {
      gateway: 'GW4',
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
    } as const;
    checkRequest(asked);
    const record = await this.authorizeCard.execute(asked);
    return intentBody(record, { state: record.answeredState, publicUrl: this.config.publicUrl });
  }

  @Get('payment_intents/:id')
  async find(@Param('id') id: string) {
    const { record } = await this.findAuthorization.execute(intentKey(id));
    return this.present(record);
  }

  @Post('payment_intents/:id/capture')
  @HttpCode(200)
  async capture(@Param('id') id: string) {
    const record = await this.captureAuthorization.execute(intentKey(id));
    return this.present(record);
  }

  @Post('payment_intents/:id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string) {
    return this.present(await this.voidAuthorization.execute(intentKey(id)));
  }

  @Post('payment_intents/:id/refunds')
  @HttpCode(200)
  async refund(
    @Param('id') id: string,
    @Headers('idempotency-key') key: string | undefined,
    @Body() { amount }: RefundDto,
  ) {
    const refund = { refundReference: keyNamed(key), amount };
    return this.present(await this.refundAuthorization.execute(intentKey(id), refund));
  }

  @Get('balance_transactions')
  async balanceTransactions(@Query() query: BalanceQueryDto) {
    const { created_gte: since, created_lt: until, starting_after: after } = query;
    const { customer_app_id: customerAppId } = query;
    if (since > until) {
      const message = 'created_lt must not be before created_gte.';
      throw new GatewayRefusal('invalid_request', message, { field: 'created_lt' });
    }
    const { entries, more } = await this.listSettled.execute({
      gateway: 'GW4',
      from: new Date(since * MS_PER_S),
      to: new Date(until * MS_PER_S),
      limit: query.limit ?? PER_PAGE,
      customerAppId,
      after,
    });
    return { object: 'list', data: entries.map(balanceTransaction), has_more: more };
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
  return authorizationKey('GW4', INTENT_ID.exec(id)?.[1] ?? '');
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
