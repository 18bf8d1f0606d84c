import { Body, Controller, Headers, Param, Query, Req, Res } from '@nestjs/common';
import { field, HostedSessionResponse } from '@towpath/contracts';
import {
  AutopayEnrollmentRequest,
  AvailablePaymentMethodsResponse,
  ChallengeWayQuery,
  HostedView,
  OpenHostedSessionRequest,
  SelectPaymentMethodRequest,
  SelectPaymentMethodResponse,
  SubmitCardRequest,
  SubmitPaymentMethodRequest,
} from '@towpath/contracts/payment-link';
import { Caller, InternalRoute, Operation } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CardSubmission } from '../card-attempts/card-attempts.service.js';
import { LinkMethodsReads } from '../link-methods/link-methods.reads.js';
import { LinkMethodsService } from '../link-methods/link-methods.service.js';
import { LinkClosingService } from '../link-attempts/link-closing.service.js';
import { parseLinkId } from '../payment-links/payment-link.js';
import { PaymentLinksService } from '../payment-links/payment-links.service.js';
import { HostedPaymentsService } from './hosted-payments.service.js';
import { HostedSessionsService } from './hosted-sessions.service.js';
import { HostedReads } from './hosted.reads.js';
import { countedAddressOf, originOf, payerOf, type RequestHeaders } from './payer.js';

class EmbeddingOriginsQuery {
  @field.id('The app of the link.') customer_app_id: string;
}

class EmbeddingOriginsResponse {
  @field.textList('Origins that may frame the page.') origins: string[];
}

/**
 * Operations of the hosted payment page. Every answer to its payer is the whole view, so a reload is
 * harmless.
 */
@Controller()
export class HostedController {
  constructor(
    private readonly reads: HostedReads,
    private readonly sessions: HostedSessionsService,
    private readonly payments: HostedPaymentsService,
    private readonly links: PaymentLinksService,
    private readonly methods: LinkMethodsReads,
    private readonly selection: LinkMethodsService,
    private readonly closing: LinkClosingService,
  ) {}

  @Operation('openHostedPaymentSession', { response: HostedSessionResponse })
  open(@Body() { token }: OpenHostedSessionRequest) {
    return this.sessions.open(token);
  }

  @Operation('extendHostedPaymentSession', { response: HostedSessionResponse })
  extend(@Caller() caller: Caller) {
    return this.sessions.extend(caller);
  }

  @Operation('getHostedPaymentView', { response: HostedView })
  read(@Caller() caller: Caller) {
    return this.reads.view(payerOf(caller));
  }

  @Operation('listHostedPaymentMethods', { response: AvailablePaymentMethodsResponse })
  async list(@Caller() caller: Caller): Promise<AvailablePaymentMethodsResponse> {
    return { available_payment_methods: await this.methods.offered(payerOf(caller)) };
  }

  @Operation('selectHostedPaymentMethod', { response: SelectPaymentMethodResponse })
  select(@Caller() caller: Caller, @Body() body: SelectPaymentMethodRequest) {
    return this.selection.select({ ...body, ...payerOf(caller) });
  }

  @Operation('submitHostedCard', { response: HostedView })
  submit(
    @Caller() caller: Caller,
    @Headers() headers: RequestHeaders,
    @Body() { attempt_id: attemptId, card, browser }: SubmitCardRequest,
  ): Promise<HostedView> {
    const { token, brand, last4, expiry_month = null, expiry_year = null } = card;
    const typed = { token, brand, last4, expiryMonth: expiry_month, expiryYear: expiry_year };
    return this.pay(caller, { from: originOf(headers, browser), attemptId, card: typed });
  }

  @Operation('submitHostedPaymentMethod', { response: HostedView })
  submitChosen(
    @Caller() caller: Caller,
    @Headers() headers: RequestHeaders,
    @Body() { attempt_id: attemptId }: SubmitPaymentMethodRequest,
  ): Promise<HostedView> {
    return this.pay(caller, { from: originOf(headers), attemptId, card: null });
  }

  @Operation('answerHostedAutopayEnrollment', { response: HostedView })
  async answerAutopay(
    @Caller() caller: Caller,
    @Body() { autopay_consent: consent }: AutopayEnrollmentRequest,
  ): Promise<HostedView> {
    await this.links.answerAutopay(payerOf(caller), consent);
    return this.reads.view(payerOf(caller));
  }

  @Operation('changeHostedPaymentMethod', { response: HostedView })
  async change(@Caller() caller: Caller): Promise<HostedView> {
    await this.closing.change(payerOf(caller));
    return this.reads.view(payerOf(caller));
  }

  /** Redirects a payer's browser to the page of the bank of a card, with the cookie for the return. */
  @Operation('startHostedChallenge')
  async startChallenge(
    @Query() { state }: ChallengeWayQuery,
    @Headers('sec-fetch-site') comesFrom: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { location, cookie } = await this.sessions.startChallenge(state, { comesFrom });
    await redirect(reply.header('set-cookie', cookie), location);
  }

  @Operation('returnFromHostedChallenge')
  async returnFromChallenge(
    @Query() { state }: ChallengeWayQuery,
    @Req() { headers: { cookie: cookies }, raw }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = new URLSearchParams(raw.url?.split('?').slice(1).join('?'));
    query.delete('state');
    await redirect(reply, await this.sessions.returnFromChallenge(state, { cookies, query }));
  }

  @InternalRoute('GET', '/internal/payment_links/{paymentLinkId}/embedding_origins', {
    callers: ['gateway'],
    response: EmbeddingOriginsResponse,
  })
  async embeddingOrigins(
    @Param('paymentLinkId') id: string,
    @Query() { customer_app_id }: EmbeddingOriginsQuery,
  ): Promise<EmbeddingOriginsResponse> {
    const customerAppId = customer_app_id as CustomerAppId;
    const link = { customerAppId, paymentLinkId: parseLinkId(id) };
    return { origins: [...(await this.reads.embeddingOrigins(link))] };
  }

  private async pay(
    caller: Caller,
    submitted: Pick<CardSubmission, 'from' | 'attemptId' | 'card'>,
  ): Promise<HostedView> {
    const payer = payerOf(caller);
    const address = countedAddressOf(caller, submitted.from.address);
    await this.payments.submit({ ...payer, ...submitted, address });
    return this.reads.view(payer);
  }
}

/**
 * A redirect that is not cached and sends no referrer. 303, so that a reload of what follows repeats
 * nothing.
 */
async function redirect(reply: FastifyReply, location: string): Promise<void> {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  await reply.status(303).headers(headers).send();
}
