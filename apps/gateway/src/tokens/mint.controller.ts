import { Body, Controller, Headers } from '@nestjs/common';
import {
  EnumField,
  IntegerField,
  isServiceName,
  TextField,
  type OperationOwner,
} from '@towpath/contracts';
import { InternalRoute, isAllowedEdge } from '@towpath/http';
import {
  DomainError,
  type CustomerAppId,
  type MandateId,
  type PaymentLinkId,
} from '@towpath/kernel';
import { MintHostedLinkToken } from './mint-hosted-link-token.use-case.js';
import { MintMandateToken } from './mint-mandate-token.use-case.js';
import { MintPaymentLinkToken } from './mint-payment-link-token.use-case.js';
import { ServiceSecrets } from './service-secrets.js';
import { SigningKeys } from '../signing/signing-keys.js';
import { tokenBody } from '../signing/token-body.js';
import { TokenSigner } from '../signing/token-signer.js';

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

/** Tokens and keys for the other services; only the gateway signs. */
@Controller()
export class MintController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly signer: TokenSigner,
    private readonly secrets: ServiceSecrets,
    private readonly mintPaymentLinkToken: MintPaymentLinkToken,
    private readonly mintMandateToken: MintMandateToken,
    private readonly mintHostedLinkToken: MintHostedLinkToken,
  ) {}

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
    const token = await this.mintPaymentLinkToken.execute({
      customerAppId: body.customer_app_id as CustomerAppId,
      paymentLinkId: body.payment_link_id as PaymentLinkId,
      uniqueReferenceId: body.unique_reference_id,
      sessionBeganAt: body.session_began_at,
    });
    return tokenBody(token);
  }

  @InternalRoute('POST', '/internal/tokens/mandate_link', { callers: ['mandate'] })
  async mandateLink(@Body() body: MandateTokenBody) {
    const token = await this.mintMandateToken.execute({
      customerAppId: body.customer_app_id as CustomerAppId,
      mandateId: body.mandate_id as MandateId,
      customizationId: body.customization_id,
      sessionBeganAt: body.session_began_at,
    });
    return tokenBody(token);
  }

  @InternalRoute('POST', '/internal/tokens/hosted_link', { callers: ['account-data'] })
  async hostedLink(@Body() body: HostedLinkTokenBody) {
    const token = await this.mintHostedLinkToken.execute({
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
