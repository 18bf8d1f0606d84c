import {
  BooleanField,
  DateField,
  InstantField,
  ObjectField,
  TextField,
} from '../../fields/index.js';

export class Gw1Metadata {
  @TextField({ optional: true, description: 'Authorization code.' })
  auth_code?: string;

  @TextField({ optional: true, description: 'Reference in the card network.' })
  network_transaction_reference?: string;

  @TextField({ optional: true, description: "The gateway's ID of the stored method." })
  payment_method_id?: string;

  @TextField({ optional: true, description: "The gateway's reference." })
  psp_reference?: string;

  @TextField({ optional: true, description: 'CardOnFile, UnscheduledCardOnFile or Subscription.' })
  recurring_processing_model?: string;
}

export class Gw2Metadata {
  @TextField({ optional: true, description: "The gateway's token." })
  payment_token?: string;
}

export class Gw3Metadata {
  @TextField({ optional: true, description: 'Who authorized.' })
  authorization_source?: string;

  @TextField({ optional: true, description: 'managed or direct.' })
  funds_settlement?: string;

  @TextField({ optional: true, description: 'Last thing that happened.' })
  last_action?: string;

  @TextField({ optional: true, description: "The gateway's mandate." })
  mandate_id?: string;

  @TextField({ optional: true, description: "The gateway's reference." })
  reference?: string;

  @TextField({ optional: true, description: 'Bank scheme.', example: 'bacs' })
  scheme?: string;

  @TextField({ optional: true, description: "The gateway's status.", example: 'active' })
  status?: string;

  @DateField({ optional: true, nullable: true, description: 'Earliest next charge.' })
  next_possible_charge_date?: string | null;

  @BooleanField({ optional: true, nullable: true, description: 'Whether each one is approved.' })
  payments_require_approval?: boolean | null;

  @InstantField({ optional: true, nullable: true, description: 'When it was verified.' })
  verified_at?: string | null;
}

class Gw4Reference {
  @TextField({ optional: true, description: "The gateway's ID." })
  id?: string;
}

export class Gw4Metadata {
  @ObjectField(() => Gw4Reference, { optional: true, description: 'The customer.' })
  customer?: Gw4Reference;

  @ObjectField(() => Gw4Reference, { optional: true, description: 'The stored method.' })
  payment_method?: Gw4Reference;
}

/** The gateway's reference to a method; one block per gateway. */
export class PaymentMethodIntegrationMetadata {
  @TextField({ optional: true, description: 'The integration.', example: 'GW1' })
  integration_id?: string;

  @ObjectField(() => Gw1Metadata, { optional: true, nullable: true, description: 'GW1 only.' })
  gw1_metadata?: Gw1Metadata | null;

  @ObjectField(() => Gw2Metadata, { optional: true, nullable: true, description: 'GW2 only.' })
  gw2_metadata?: Gw2Metadata | null;

  @ObjectField(() => Gw3Metadata, { optional: true, nullable: true, description: 'GW3 only.' })
  gw3_metadata?: Gw3Metadata | null;

  @ObjectField(() => Gw4Metadata, { optional: true, nullable: true, description: 'GW4 only.' })
  gw4_metadata?: Gw4Metadata | null;
}
