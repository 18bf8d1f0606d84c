import {
  BooleanField,
  DateField,
  InstantField,
  ObjectField,
  TextField,
} from '../../fields/index.js';

export class Gw1Metadata {
  @TextField({ optional: true, description: 'Authorization code of the issuer.' })
  auth_code?: string;

  @TextField({ optional: true, description: 'Reference of the authorization in the card network.' })
  network_transaction_reference?: string;

  @TextField({ optional: true, description: 'ID of the stored method at the gateway.' })
  payment_method_id?: string;

  @TextField({ optional: true, description: 'Reference of the authorization at the gateway.' })
  psp_reference?: string;

  @TextField({
    optional: true,
    description: 'Agreement with the payer: CardOnFile, UnscheduledCardOnFile or Subscription.',
  })
  recurring_processing_model?: string;
}

export class Gw2Metadata {
  @TextField({ optional: true, description: 'Token of the stored method at the gateway.' })
  payment_token?: string;
}

export class Gw3Metadata {
  @TextField({
    optional: true,
    description: 'Source of the authorization, as the gateway names it.',
  })
  authorization_source?: string;

  @TextField({
    optional: true,
    description: 'How the gateway settles the funds: managed or direct.',
  })
  funds_settlement?: string;

  @TextField({ optional: true, description: 'Latest operation on the mandate at the gateway.' })
  last_action?: string;

  @TextField({ optional: true, description: 'ID of the mandate at the gateway.' })
  mandate_id?: string;

  @TextField({ optional: true, description: 'Reference of the mandate at the gateway.' })
  reference?: string;

  @TextField({
    optional: true,
    description: 'Direct debit scheme of the bank, such as becs, bacs or ach.',
    example: 'bacs',
  })
  scheme?: string;

  @TextField({
    optional: true,
    description: 'Status of the mandate at the gateway: active, revoked or cancelled.',
    example: 'active',
  })
  status?: string;

  @DateField({
    optional: true,
    nullable: true,
    description: 'First day on which the gateway can charge the mandate again.',
  })
  next_possible_charge_date?: string | null;

  @BooleanField({
    optional: true,
    nullable: true,
    description: 'Whether the gateway requires an approval for each payment.',
  })
  payments_require_approval?: boolean | null;

  @InstantField({
    optional: true,
    nullable: true,
    description: 'When the gateway verified the mandate.',
  })
  verified_at?: string | null;
}

class Gw4Reference {
  @TextField({ optional: true, description: 'ID at the gateway.' })
  id?: string;
}

export class Gw4Metadata {
  @ObjectField(() => Gw4Reference, {
    optional: true,
    description: 'Customer at the gateway who owns the stored method.',
  })
  customer?: Gw4Reference;

  @ObjectField(() => Gw4Reference, { optional: true, description: 'Stored method at the gateway.' })
  payment_method?: Gw4Reference;
}

/** The gateway's reference to a method; one block per gateway. */
export class PaymentMethodIntegrationMetadata {
  @TextField({
    optional: true,
    description: 'Integration that handles the payment method.',
    example: 'GW1',
  })
  integration_id?: string;

  @ObjectField(() => Gw1Metadata, {
    optional: true,
    nullable: true,
    description: 'Data of gateway GW1, if it keeps the method.',
  })
  gw1_metadata?: Gw1Metadata | null;

  @ObjectField(() => Gw2Metadata, {
    optional: true,
    nullable: true,
    description: 'Data of gateway GW2, if it keeps the method.',
  })
  gw2_metadata?: Gw2Metadata | null;

  @ObjectField(() => Gw3Metadata, {
    optional: true,
    nullable: true,
    description: 'Data of gateway GW3, if it keeps the method.',
  })
  gw3_metadata?: Gw3Metadata | null;

  @ObjectField(() => Gw4Metadata, {
    optional: true,
    nullable: true,
    description: 'Data of gateway GW4, if it keeps the method.',
  })
  gw4_metadata?: Gw4Metadata | null;
}
