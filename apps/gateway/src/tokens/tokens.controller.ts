import { Body, Controller, Headers, Req } from '@nestjs/common';
import {
  EnumField,
  IntegerField,
  isServiceName,
  TextField,
  type OperationOwner,
} from '@towpath/contracts';
import { CustomerTokenRequest, CustomerTokenResponse } from '@towpath/contracts/gateway';
import { InternalRoute, isAllowedEdge, Operation } from '@towpath/http';
import {
  DomainError,
  type CustomerAppId,
  type MandateId,
  type PaymentLinkId,
} from '@towpath/kernel';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../routing/client-address.js';
import { SigningKeys } from '../signing/signing-keys.js';
import { tokenBody } from '../signing/token-body.js';
import { TokenSigner } from '../signing/token-signer.js';
import { ServiceSecrets } from './service-secrets.js';
import { TokensService } from './tokens.service.js';

class ServiceTokenBody {
  @TextField() audience: string;
}

class PaymentLinkTokenBody {
  @TextField({ min: 26, max: 26 }) customer_app_id: string;
  @TextField({ min: 26, max: 26 }) payment_link_id: string;
  @TextField() unique_reference_id: string;
  @IntegerField({ optional: true }) session_began_at?: number;
}

class MandateTokenBody {
  @TextField({ min: 26, max: 26 }) customer_app_id: string;
  @TextField({ min: 26, max: 26 }) mandate_id: string;
  @TextField({ min: 26, max: 26 }) customization_id: string;
  @IntegerField({ optional: true }) session_began_at?: number;
}

class HostedLinkTokenBody {
  @TextField({ min: 26, max: 26 }) customer_app_id: string;
  @TextField({ min: 26, max: 26 }) session_id: string;
  @EnumField(['OPEN', 'SESSION']) purpose: 'OPEN' | 'SESSION';
  @TextField({ min: 26, max: 26, optional: true }) login_identity_id?: string;
  @IntegerField({ optional: true }) session_began_at?: number;
}

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
    const token = await this.tokens.mintPaymentLink({
      customerAppId: body.customer_app_id as CustomerAppId,
      paymentLinkId: body.payment_link_id as PaymentLinkId,
      uniqueReferenceId: body.unique_reference_id,
      sessionBeganAt: body.session_began_at,
    });
    return tokenBody(token);
  }

  @InternalRoute('POST', '/internal/tokens/mandate_link', { callers: ['mandate'] })
  async mandateLink(@Body() body: MandateTokenBody) {
    const token = await this.tokens.mintMandate({
      customerAppId: body.customer_app_id as CustomerAppId,
      mandateId: body.mandate_id as MandateId,
      customizationId: body.customization_id,
      sessionBeganAt: body.session_began_at,
    });
    return tokenBody(token);
  }

  @InternalRoute('POST', '/internal/tokens/hosted_link', { callers: ['account-data'] })
  async hostedLink(@Body() body: HostedLinkTokenBody) {
    const token = await this.tokens.mintHostedLink({
      customerAppId: body.customer_app_id as CustomerAppId,
      sessionId: body.session_id,
      purpose: body.purpose,
      loginIdentityId: body.login_identity_id,
      sessionBeganAt: body.session_began_at,
    });
    return tokenBody(token);
  }
}

function audienceOf(name: string): OperationOwner {
  if (isServiceName(name) || name === 'sandbox') return name;
  throw new DomainError('INVALID_REQUEST', 'audience is not a service.');
}
