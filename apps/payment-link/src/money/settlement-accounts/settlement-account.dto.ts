import { field, mix, PAYMENT_TYPES, pick, type PaymentType } from '@towpath/contracts';
import { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { MAX_BASIS_POINTS, MAX_FIXED } from '../../parties/payment-accounts/settlement-account.js';

const CARD_GATEWAYS = ['GW1', 'GW2', 'GW4'] as const;
const DEBIT_GATEWAYS = ['GW3'] as const;

const CONNECTOR = { optional: true, min: 1, max: 40 } as const;

const PRICED_TYPES = [...PAYMENT_TYPES, 'PAYOUT'] as const;

/** Costs of payments by one method, or of payouts. Fixed: minor units. */
export class MethodPricingRequest {
  @field.enum('The method, or PAYOUT; each once.', PRICED_TYPES)
  payment_method_type: (typeof PRICED_TYPES)[number];
  @field.integer('Added to each payment.', { optional: true, min: 0, max: MAX_FIXED })
  surcharge_fixed?: number;
  @field.integer('Share that is added.', { optional: true, min: 0, max: MAX_BASIS_POINTS })
  surcharge_basis_points?: number;
  @field.integer('Kept of each payment.', { optional: true, min: 0, max: MAX_FIXED })
  fee_fixed?: number;
  @field.integer('Share that is kept.', { optional: true, min: 0, max: MAX_BASIS_POINTS })
  fee_basis_points?: number;
}

/** The request of an operator's command line. */
export class PutSettlementAccountRequest {
  @field.id('The customer app that receives.') customer_app_id: CustomerAppId;
  @field.text('Who asks, for the audit.', { min: 1, max: 200 }) actor: string;
  @field.id('The account to change.', { optional: true }) account_id?: string;
  @field.text('Names the account; unique.', { optional: true, min: 1, max: 100 })
  settlement_account_reference?: string;
  @field.text('Who collects.', { optional: true, min: 1, max: 200 }) legal_entity_name?: string;
  @field.textList('Units it serves.', { optional: true, each: { min: 1, max: 100 } })
  business_units?: string[];
  @field.textList('ISO 4217 codes.', { minItems: 1, each: { min: 3, max: 3 } })
  currencies: string[];
  @field.enumList('What it takes, main one first.', PAYMENT_TYPES, { minItems: 1 })
  payment_method_types: PaymentType[];
  @field.enum('Its card gateway.', CARD_GATEWAYS, { optional: true })
  card_integration_id?: (typeof CARD_GATEWAYS)[number];
  @field.enum('Its direct debit gateway.', DEBIT_GATEWAYS, { optional: true })
  mandate_integration_id?: (typeof DEBIT_GATEWAYS)[number];
  @field.text('What its card gateway speaks to.', CONNECTOR) card_connector?: string;
  @field.text('What its direct debit gateway speaks to.', CONNECTOR) debit_connector?: string;
  @field.text('The bank that pays out.', CONNECTOR) payout_connector?: string;
  @field.text('The bank that receives transfers.', CONNECTOR) transfer_connector?: string;
  @field.text('The account at the card gateway.', { optional: true, min: 1, max: 100 })
  gateway_account?: string;
  @field.objectList('What it costs.', () => MethodPricingRequest, { optional: true })
  pricing?: MethodPricingRequest[];
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
  @field.amount('Of a new test account, in each currency.', { optional: true })
  opening_balance?: number;
}

/** For operators, who also see what the account uses: absent for what it does not. */
export class SettlementAccountResponse extends mix(
  PaymentAccountResponse,
  pick(PutSettlementAccountRequest, [
    'card_connector',
    'debit_connector',
    'payout_connector',
    'transfer_connector',
    'gateway_account',
  ]),
) {}
