import {
  BooleanField,
  DateField,
  InstantField,
  ObjectField,
  TextField,
} from '../../fields/index.js';

export class Gw1Metadata {
  @TextField('Authorization code of the issuer.', { optional: true }) auth_code?: string;
  @TextField('Reference of the authorization in the card network.', { optional: true })
  network_transaction_reference?: string;
  @TextField('ID of the stored method at the gateway.', { optional: true })
  payment_method_id?: string;
  @TextField('Reference of the authorization at the gateway.', { optional: true })
  psp_reference?: string;
  @TextField('Agreement with the payer: CardOnFile, UnscheduledCardOnFile or Subscription.', {
    optional: true,
  })
  recurring_processing_model?: string;
}

export class Gw2Metadata {
  @TextField('Token of the stored method at the gateway.', { optional: true })
  payment_token?: string;
}

export class Gw3Metadata {
  @TextField('Source of the authorization, as the gateway names it.', { optional: true })
  authorization_source?: string;
  @TextField('How the gateway settles the funds: managed or direct.', { optional: true })
  funds_settlement?: string;
  @TextField('Latest operation on the mandate at the gateway.', { optional: true })
  last_action?: string;
  @TextField('ID of the mandate at the gateway.', { optional: true }) mandate_id?: string;
  @TextField('Reference of the mandate at the gateway.', { optional: true }) reference?: string;
  @TextField('Direct debit scheme of the bank, such as becs, bacs or ach.', {
    optional: true,
    example: 'bacs',
  })
  scheme?: string;
  @TextField('Status of the mandate at the gateway: active, revoked or cancelled.', {
    optional: true,
    example: 'active',
  })
  status?: string;
  @DateField('First day on which the gateway can charge the mandate again.', {
    optional: true,
    nullable: true,
  })
  next_possible_charge_date?: string | null;
  @BooleanField('Whether the gateway requires an approval for each payment.', {
    optional: true,
    nullable: true,
  })
  payments_require_approval?: boolean | null;
  @InstantField('When the gateway verified the mandate.', { optional: true, nullable: true })
  verified_at?: string | null;
}

class Gw4Reference {
  @TextField('ID at the gateway.', { optional: true }) id?: string;
}

export class Gw4Metadata {
  @ObjectField('Customer at the gateway who owns the stored method.', () => Gw4Reference, {
    optional: true,
  })
  customer?: Gw4Reference;
  @ObjectField('Stored method at the gateway.', () => Gw4Reference, { optional: true })
  payment_method?: Gw4Reference;
}

/** The gateway's reference to a method; one block per gateway. */
export class PaymentMethodIntegrationMetadata {
  @TextField('Integration that handles the payment method.', { optional: true, example: 'GW1' })
  integration_id?: string;
  @ObjectField('Data of gateway GW1, if it keeps the method.', () => Gw1Metadata, {
    optional: true,
    nullable: true,
  })
  gw1_metadata?: Gw1Metadata | null;
  @ObjectField('Data of gateway GW2, if it keeps the method.', () => Gw2Metadata, {
    optional: true,
    nullable: true,
  })
  gw2_metadata?: Gw2Metadata | null;
  @ObjectField('Data of gateway GW3, if it keeps the method.', () => Gw3Metadata, {
    optional: true,
    nullable: true,
  })
  gw3_metadata?: Gw3Metadata | null;
  @ObjectField('Data of gateway GW4, if it keeps the method.', () => Gw4Metadata, {
    optional: true,
    nullable: true,
  })
  gw4_metadata?: Gw4Metadata | null;
}
