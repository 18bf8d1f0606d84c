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
import { MAX_BASIS_POINTS, MAX_FIXED } from '../../parties/payment-accounts/settlement-account.js';

const CARD_GATEWAYS = ['GW1', 'GW2', 'GW4'] as const;
const DEBIT_GATEWAYS = ['GW3'] as const;

const PRICED_TYPES = [...PAYMENT_TYPES, 'PAYOUT'] as const;

/** Costs of payments by one method, or of payouts. Fixed: minor units. */
export class MethodPricingRequest {
  @EnumField('The method, or PAYOUT; each once.', PRICED_TYPES)
  payment_method_type: (typeof PRICED_TYPES)[number];
  @IntegerField('Added to each payment.', { optional: true, min: 0, max: MAX_FIXED })
  surcharge_fixed?: number;
  @IntegerField('Share that is added.', { optional: true, min: 0, max: MAX_BASIS_POINTS })
  surcharge_basis_points?: number;
  @IntegerField('Kept of each payment.', { optional: true, min: 0, max: MAX_FIXED })
  fee_fixed?: number;
  @IntegerField('Share that is kept.', { optional: true, min: 0, max: MAX_BASIS_POINTS })
  fee_basis_points?: number;
}

/** The request of an operator's command line. */
export class PutSettlementAccountRequest {
  @IdField('The customer app that receives.') customer_app_id: CustomerAppId;
  @TextField('Who asks, for the audit.', { min: 1, max: 200 }) actor: string;
  @IdField('The account to change.', { optional: true }) account_id?: string;
  @TextField('Names the account; unique.', { optional: true, min: 1, max: 100 })
  settlement_account_reference?: string;
  @TextField('Who collects.', { optional: true, min: 1, max: 200 }) legal_entity_name?: string;
  @TextListField('Units it serves.', { optional: true, each: { min: 1, max: 100 } })
  business_units?: string[];
  @TextListField('ISO 4217 codes.', { minItems: 1, each: { min: 3, max: 3 } }) currencies: string[];
  @EnumListField('What it takes, main one first.', PAYMENT_TYPES, { minItems: 1 })
  payment_method_types: PaymentType[];
  @EnumField('Its card gateway.', CARD_GATEWAYS, { optional: true })
  card_integration_id?: (typeof CARD_GATEWAYS)[number];
  @EnumField('Its direct debit gateway.', DEBIT_GATEWAYS, { optional: true })
  mandate_integration_id?: (typeof DEBIT_GATEWAYS)[number];
  @ObjectListField('What it costs.', () => MethodPricingRequest, { optional: true })
  pricing?: MethodPricingRequest[];
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
  @AmountField('Of a new test account, in each currency.', { optional: true })
  opening_balance?: number;
}
