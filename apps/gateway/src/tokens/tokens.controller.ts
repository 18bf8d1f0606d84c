import { Body, Controller, Headers, Req } from '@nestjs/common';
import { isServiceName, type OperationOwner } from '@towpath/contracts';
import { CustomerTokenRequest, CustomerTokenResponse } from '@towpath/contracts/gateway';
import { InternalRoute, isAllowedEdge, Operation } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../routing/client-address.js';
import { SigningKeys } from '../signing/signing-keys.js';
import { TokenSigner, tokenBody } from '../signing/token-signer.js';
import { ServiceSecrets } from './service-secrets.js';
import {
  HostedLinkTokenBody,
  MandateTokenBody,
  PaymentLinkTokenBody,
  ServiceTokenBody,
} from './tokens.dto.js';
import { TokensService } from './tokens.service.js';

@Controller()
export class TokensController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly signer: TokenSigner,
    private readonly secrets: ServiceSecrets,
    private readonly tokens: TokensService,
  ) {}

  @Operation('generateCustomerAccessToken', { response: CustomerTokenResponse })
  async customer(@Body() body: CustomerTokenRequest, @Req() request: FastifyRequest) {
    const token = await this.tokens.issue({
      clientId: body.client_id,
      clientSecret: body.client_secret,
      address: clientAddress(request),
    });
    return tokenBody(token);
  }

  @InternalRoute('GET', '/internal/jwks', { open: true })
  jwks() {
    return this.keys.publicKeySet();
  }

  @InternalRoute('POST', '/internal/tokens/service', { open: true })
  async service(
    @Headers('authorization') authorization: string | undefined,
    @Body() { audience }: ServiceTokenBody,
  ) {
    const service = this.secrets.authenticate(authorization);
    const target = audienceOf(audience);
    if (!isAllowedEdge(service, target)) {
      throw new DomainError('INSUFFICIENT_SCOPE', `${service} does not call ${target}.`);
    }
    return tokenBody(await this.signer.signService(service, { audience: target }));
  }

  @InternalRoute('POST', '/internal/tokens/payment_link', { callers: ['payment-link'] })
  async paymentLink(@Body() body: PaymentLinkTokenBody) {
    return tokenBody(await this.tokens.mintPaymentLink(body));
  }

  @InternalRoute('POST', '/internal/tokens/mandate_link', { callers: ['mandate'] })
  async mandateLink(@Body() body: MandateTokenBody) {
    return tokenBody(await this.tokens.mintMandate(body));
  }

  @InternalRoute('POST', '/internal/tokens/hosted_link', { callers: ['account-data'] })
  async hostedLink(@Body() body: HostedLinkTokenBody) {
    return tokenBody(await this.tokens.mintHostedLink(body));
  }
}

function audienceOf(name: string): OperationOwner {
  if (isServiceName(name) || name === 'sandbox') return name;
  throw new DomainError('INVALID_REQUEST', 'audience is not a service.');
}
