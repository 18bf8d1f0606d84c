import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';

const LONGEST_TEXT = 255;
const ID_LIMITS = { min: 1, max: 100 };

export class NewPayoutDetails {
  @TextField({
    min: 1,
    max: LONGEST_TEXT,
    description: 'What the payout is for, as banks show it.',
    example: 'March',
  })
  description: string;

  @TextField({
    min: 1,
    max: LONGEST_TEXT,
    description: 'Your own reference of the payout.',
    example: 'PAYOUT-1001',
  })
  external_transaction_reference: string;
}

export class PayoutSenderAccount {
  @TextField({
    ...ID_LIMITS,
    description: 'ID of the settlement account that pays.',
    example: '01JQ00000000000000000000XA',
  })
  account_id: string;
}

export class PayoutRecipientAccount {
  @TextField({
    ...ID_LIMITS,
    description:
      'ID of the external account that receives the money. Its full number must be known.',
    example: '01JQ00000000000000000000XB',
  })
  account_id: string;
}

export class CreatePayoutRequest {
  @AmountField({ min: 1, description: 'Amount to pay out, in minor units.', example: 12500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @BooleanField({
    description: 'True submits the payout at once. False keeps it in CREATED until you confirm it.',
    example: false,
  })
  confirm: boolean;

  @ObjectField(() => NewPayoutDetails, { description: 'Description and reference of the payout.' })
  payment_details: NewPayoutDetails;

  @ObjectField(() => PayoutSenderAccount, { description: 'Settlement account that pays.' })
  sender_account: PayoutSenderAccount;

  @ObjectField(() => PayoutRecipientAccount, {
    description: 'External account that receives the money.',
  })
  recipient_account: PayoutRecipientAccount;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class ScheduledPayoutDetails {
  @TextField({
    ...ID_LIMITS,
    description: 'ID of the mandate on which we collect the funds.',
    example: '01JQ00000000000000000000XC',
  })
  mandate_id: string;

  @DateField({
    description: 'Day of the payout, UTC. Must be tomorrow or later.',
    example: '2060-04-01',
  })
  scheduled_date: string;

  @TextField({
    optional: true,
    min: 1,
    max: LONGEST_TEXT,
    description: 'What the payout is for, as banks show it.',
  })
  description?: string;
}

export class CreateScheduledPayoutRequest {
  @AmountField({
    min: 1,
    description: 'Amount to collect and pay out, in minor units.',
    example: 12500,
  })
  amount: number;

  @CurrencyField()
  currency: string;

  @ObjectField(() => PayoutRecipientAccount, {
    description: 'External account that receives the money.',
  })
  recipient_account: PayoutRecipientAccount;

  @ObjectField(() => ScheduledPayoutDetails, {
    description: 'Day of the payout, and the mandate that funds it.',
  })
  payment_details: ScheduledPayoutDetails;

  @MetadataField({ optional: true, limits: { maxPairs: 10 } })
  metadata?: Record<string, string>;
}
