import {
  AmountField,
  EnumField,
  EnumListField,
  IdField,
  IntegerField,
  MetadataField,
  ObjectListField,
  PAYMENT_TYPES,
  TextField,
  TextListField,
  type PaymentType,
} from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import { MAX_BASIS_POINTS, MAX_FIXED } from '../../parties/payment-accounts/domain/pricing.js';

const CARD_GATEWAYS = ['GW1', 'GW2', 'GW4'] as const;
const DEBIT_GATEWAYS = ['GW3'] as const;

const PRICED_TYPES = [...PAYMENT_TYPES, 'PAYOUT'] as const;

/** Costs of payments by one method, or of payouts. Fixed: minor units. */
export class MethodPricingRequest {
  @EnumField(PRICED_TYPES, { description: 'The method, or PAYOUT; each once.' })
  payment_method_type: (typeof PRICED_TYPES)[number];

  @IntegerField({ optional: true, min: 0, max: MAX_FIXED, description: 'Added to each payment.' })
  surcharge_fixed?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_BASIS_POINTS,
    description: 'Share that is added.',
  })
  surcharge_basis_points?: number;

  @IntegerField({ optional: true, min: 0, max: MAX_FIXED, description: 'Kept of each payment.' })
  fee_fixed?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_BASIS_POINTS,
    description: 'Share that is kept.',
  })
  fee_basis_points?: number;
}

/** The request of an operator's command line. */
export class PutSettlementAccountRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: CustomerAppId;

  @TextField({ min: 1, max: 200, description: 'Who asks, for the audit.' })
  actor: string;

  @IdField({ optional: true, description: 'The account to change.' })
  account_id?: string;

  @TextField({ optional: true, min: 1, max: 100, description: 'Names the account; unique.' })
  settlement_account_reference?: string;

  @TextField({ optional: true, min: 1, max: 200, description: 'Who collects.' })
  legal_entity_name?: string;

  @TextListField({ optional: true, each: { min: 1, max: 100 }, description: 'Units it serves.' })
  business_units?: string[];

  @TextListField({ minItems: 1, each: { min: 3, max: 3 }, description: 'ISO 4217 codes.' })
  currencies: string[];

  @EnumListField(PAYMENT_TYPES, { minItems: 1, description: 'What it takes, main one first.' })
  payment_method_types: PaymentType[];

  @EnumField(CARD_GATEWAYS, { optional: true, description: 'Its card gateway.' })
  card_integration_id?: (typeof CARD_GATEWAYS)[number];

  @EnumField(DEBIT_GATEWAYS, { optional: true, description: 'Its direct debit gateway.' })
  mandate_integration_id?: (typeof DEBIT_GATEWAYS)[number];

  @ObjectListField(() => MethodPricingRequest, { optional: true, description: 'What it costs.' })
  pricing?: MethodPricingRequest[];

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @AmountField({ optional: true, description: 'Of a new test account, in each currency.' })
  opening_balance?: number;
}
