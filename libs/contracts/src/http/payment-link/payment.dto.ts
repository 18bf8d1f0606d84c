import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  MetadataField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../fields/index.js';
import {
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type PaymentStatus,
  type PaymentType,
} from '../../states/index.js';
import { Fee, Recipient, RecipientAccount, SenderAccount, SenderSummary } from './parties.dto.js';
import { PaymentDetailsResponse } from './payment-details.dto.js';
import { CardDetails, RiskData } from './payment-method.dto.js';

export class CardSnapshot {
  @ObjectField(() => CardDetails, { optional: true, description: 'The card that paid.' })
  card_details?: CardDetails;
}

export class WalletDetails {
  @TextField({ optional: true, description: 'Wallet brand.' })
  brand?: string;

  @TextField({ optional: true, description: "The brand's product." })
  brand_product_name?: string;

  @TextField({ optional: true, description: '2 letters.' })
  country?: string;
}

export class WalletSnapshot {
  @ObjectField(() => WalletDetails, { optional: true, description: 'The wallet that paid.' })
  wallet_details?: WalletDetails;

  @ObjectField(() => RiskData, { optional: true, description: 'Risk data.' })
  risk_data?: RiskData;
}

export class BankTransferDetails {
  @TextField({ optional: true, description: 'Kind of transfer.' })
  transfer_type?: string;
}

export class BankTransferSnapshot {
  @ObjectField(() => BankTransferDetails, { optional: true, description: 'The transfer.' })
  bank_transfer_details?: BankTransferDetails;

  @ObjectField(() => RiskData, { optional: true, description: 'Risk data.' })
  risk_data?: RiskData;
}

/** The method that paid; at most one member. One-time methods have it too. */
export class PaymentMethodSnapshot {
  @ObjectField(() => CardSnapshot, { optional: true, description: 'Paid by card.' })
  card?: CardSnapshot;

  @ObjectField(() => WalletSnapshot, { optional: true, description: 'Paid by wallet.' })
  wallet?: WalletSnapshot;

  @ObjectField(() => BankTransferSnapshot, { optional: true, description: 'Paid by transfer.' })
  bank_transfer?: BankTransferSnapshot;
}

export class PaymentResponse {
  @IdField({ description: 'Payment ID.' })
  payment_id: string;

  @AmountField({ description: 'Minor units, without surcharge.', example: 12500 })
  amount: number;

  @AmountField({ description: 'Minor units.', example: 0 })
  surcharge_amount: number;

  @AmountField({ description: 'What the payer is charged, minor units.', example: 12500 })
  amount_total_with_surcharge: number;

  @CurrencyField()
  currency: string;

  @EnumField(PAYMENT_TYPES, { description: 'How the payer pays.' })
  type: PaymentType;

  @EnumField(PAYMENT_STATUSES, { description: 'EXECUTED is the only success.' })
  status: PaymentStatus;

  @BooleanField({ optional: true, nullable: true, description: 'False for a test rail.' })
  live?: boolean | null;

  @IdField({ optional: true, description: 'The stored method that was charged.' })
  payment_method_id?: string;

  @ObjectField(() => PaymentDetailsResponse, { optional: true, description: 'References.' })
  payment_details?: PaymentDetailsResponse;

  @ObjectField(() => PaymentMethodSnapshot, { optional: true, description: 'As used.' })
  payment_method?: PaymentMethodSnapshot;

  @ObjectField(() => Recipient, { optional: true, description: 'The merchant.' })
  recipient?: Recipient;

  @ObjectField(() => RecipientAccount, { optional: true, description: 'Who receives.' })
  recipient_account?: RecipientAccount;

  @ObjectField(() => SenderSummary, { optional: true, description: 'Who pays.' })
  sender?: SenderSummary;

  @ObjectField(() => SenderAccount, { optional: true, description: 'The account that pays.' })
  sender_account?: SenderAccount;

  @ObjectListField(() => Fee, { optional: true, description: 'Fees.' })
  fees?: Fee[];

  @MetadataField({ optional: true, description: "The link's payment_metadata." })
  metadata?: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @InstantField({ optional: true, description: 'When it was created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;

  @AmountField({ optional: true, description: 'Given back so far, minor units.' })
  amount_refunded?: number;

  @AmountField({ optional: true, description: 'Returned by the bank, minor units.' })
  amount_returned?: number;

  @InstantField({ optional: true, description: 'When the bank returned it.' })
  returned_at?: string;

  @TextField({ optional: true, description: 'Why the bank returned it.' })
  return_reason?: string;

  @IdField({ optional: true, description: 'The dispute about it.' })
  dispute_id?: string;
}

/** Members of a payment that a customer app may change. */
export class UpdatePaymentRequest {
  @MetadataField({
    optional: true,
    nullable: true,
    description: 'Takes the place of the whole map. Null empties it; absent leaves it as it is.',
    example: { order: '1001' },
  })
  metadata?: Record<string, string> | null;
}
