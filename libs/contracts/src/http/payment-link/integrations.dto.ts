import { field } from '../../fields/index.js';
import { EXTERNAL_INTEGRATION } from '../../states/index.js';

const MAX_LENGTH = 1000;

/** Reference to the payer in the external billing system. */
export class LinkExtMetadata {
  @field.text('Company code in the billing system.', { max: MAX_LENGTH }) corp_code: string;
  @field.text('Code of the location in the billing system.', { max: MAX_LENGTH })
  s_location_code: string;
  @field.text('ID of the tenant in the billing system.', { max: MAX_LENGTH }) tenant_id: string;
  @field.text('Token of the account in the billing system.', { max: MAX_LENGTH })
  account_token: string;
  @field.integer('Day of the month on which the tenant is billed.', {
    optional: true,
    min: 1,
    max: 31,
  })
  i_anniv_days?: number;
  @field.text('ID of the type of the rented unit.', { optional: true, max: MAX_LENGTH })
  unit_type_id?: string;
}

/** Like `LinkExtMetadata`, with the tenant's currency. */
export class UserExtMetadata extends LinkExtMetadata {
  @field.text('Default currency of the tenant, as an ISO 4217 code.', { max: MAX_LENGTH })
  tenant_default_currency: string;
}

/** Like `UserExtMetadata`; a link's answer has the currency only if it is known. */
export class LinkExtMetadataResponse extends LinkExtMetadata {
  @field.text('Default currency of the tenant, as an ISO 4217 code.', {
    optional: true,
    max: MAX_LENGTH,
  })
  tenant_default_currency?: string;
}

abstract class ExternalIntegration {
  @field.enum('External billing system; EXT is the only value.', [EXTERNAL_INTEGRATION])
  integration_id: typeof EXTERNAL_INTEGRATION;
}

export class UserIntegrationMetadata extends ExternalIntegration {
  @field.object('Data that identifies the payer in the billing system.', () => UserExtMetadata, {
    optional: true,
  })
  ext_metadata?: UserExtMetadata;
}

export class LinkIntegrationMetadataRequest extends ExternalIntegration {
  @field.object('Data that identifies the payer in the billing system.', () => LinkExtMetadata, {
    optional: true,
  })
  ext_metadata?: LinkExtMetadata;
}

export class LinkIntegrationMetadata extends ExternalIntegration {
  @field.object(
    'Data that identifies the payer in the billing system.',
    () => LinkExtMetadataResponse,
    { optional: true },
  )
  ext_metadata?: LinkExtMetadataResponse;
}

export class Gw1Metadata {
  @field.text('Authorization code of the issuer.', { optional: true }) auth_code?: string;
  @field.text('Reference of the authorization in the card network.', { optional: true })
  network_transaction_reference?: string;
  @field.text('ID of the stored method at the gateway.', { optional: true })
  payment_method_id?: string;
  @field.text('Reference of the authorization at the gateway.', { optional: true })
  psp_reference?: string;
  @field.text('Agreement with the payer: CardOnFile, UnscheduledCardOnFile or Subscription.', {
    optional: true,
  })
  recurring_processing_model?: string;
}

export class Gw2Metadata {
  @field.text('Token of the stored method at the gateway.', { optional: true })
  payment_token?: string;
}

export class Gw3Metadata {
  @field.text('Source of the authorization, as the gateway names it.', { optional: true })
  authorization_source?: string;
  @field.text('How the gateway settles the funds: managed or direct.', { optional: true })
  funds_settlement?: string;
  @field.text('Latest operation on the mandate at the gateway.', { optional: true })
  last_action?: string;
  @field.text('ID of the mandate at the gateway.', { optional: true }) mandate_id?: string;
  @field.text('Reference of the mandate at the gateway.', { optional: true }) reference?: string;
  @field.text('Direct debit scheme of the bank, such as becs, bacs or ach.', {
    optional: true,
    example: 'bacs',
  })
  scheme?: string;
  @field.text('Status of the mandate at the gateway: active, revoked or cancelled.', {
    optional: true,
    example: 'active',
  })
  status?: string;
  @field.date('First day on which the gateway can charge the mandate again.', {
    optional: true,
    nullable: true,
  })
  next_possible_charge_date?: string | null;
  @field.boolean('Whether the gateway requires an approval for each payment.', {
    optional: true,
    nullable: true,
  })
  payments_require_approval?: boolean | null;
  @field.instant('When the gateway verified the mandate.', { optional: true, nullable: true })
  verified_at?: string | null;
}

class Gw4Reference {
  @field.text('ID at the gateway.', { optional: true }) id?: string;
}

export class Gw4Metadata {
  @field.object('Customer at the gateway who owns the stored method.', () => Gw4Reference, {
    optional: true,
  })
  customer?: Gw4Reference;
  @field.object('Stored method at the gateway.', () => Gw4Reference, { optional: true })
  payment_method?: Gw4Reference;
}

/** The gateway's reference to a method; one block per gateway. */
export class PaymentMethodIntegrationMetadata {
  @field.text('Integration that handles the payment method.', { optional: true, example: 'GW1' })
  integration_id?: string;
  @field.object('Data of gateway GW1, if it keeps the method.', () => Gw1Metadata, {
    optional: true,
    nullable: true,
  })
  gw1_metadata?: Gw1Metadata | null;
  @field.object('Data of gateway GW2, if it keeps the method.', () => Gw2Metadata, {
    optional: true,
    nullable: true,
  })
  gw2_metadata?: Gw2Metadata | null;
  @field.object('Data of gateway GW3, if it keeps the method.', () => Gw3Metadata, {
    optional: true,
    nullable: true,
  })
  gw3_metadata?: Gw3Metadata | null;
  @field.object('Data of gateway GW4, if it keeps the method.', () => Gw4Metadata, {
    optional: true,
    nullable: true,
  })
  gw4_metadata?: Gw4Metadata | null;
}
