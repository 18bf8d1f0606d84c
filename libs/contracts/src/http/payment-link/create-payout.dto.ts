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
  @TextField({ min: 1, max: LONGEST_TEXT, description: 'Shown by banks.', example: 'March' })
  description: string;

  @TextField({
    min: 1,
    max: LONGEST_TEXT,
    description: "The customer app's reference.",
    example: 'PAYOUT-1001',
  })
  external_transaction_reference: string;
}

export class PayoutSenderAccount {
  @TextField({
    ...ID_LIMITS,
    description: 'The settlement account that pays.',
    example: '01JQ00000000000000000000XA',
  })
  account_id: string;
}

export class PayoutRecipientAccount {
  @TextField({
    ...ID_LIMITS,
    description: 'The external account that receives; its whole number must be known.',
    example: '01JQ00000000000000000000XB',
  })
  account_id: string;
}

export class CreatePayoutRequest {
  @AmountField({ min: 1, description: 'Minor units.', example: 12500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @BooleanField({
    description: 'True: submitted at once. False: stays CREATED until it is confirmed.',
    example: false,
  })
  confirm: boolean;

  @ObjectField(() => NewPayoutDetails, { description: 'What the payout is for.' })
  payment_details: NewPayoutDetails;

  @ObjectField(() => PayoutSenderAccount, { description: 'Who pays.' })
  sender_account: PayoutSenderAccount;

  @ObjectField(() => PayoutRecipientAccount, { description: 'Who receives.' })
  recipient_account: PayoutRecipientAccount;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class ScheduledPayoutDetails {
  @TextField({
    ...ID_LIMITS,
    description: 'The mandate that the funds are pulled on.',
    example: '01JQ00000000000000000000XC',
  })
  mandate_id: string;

  @DateField({ description: 'UTC; tomorrow or later.', example: '2060-04-01' })
  scheduled_date: string;

  @TextField({ optional: true, min: 1, max: LONGEST_TEXT, description: 'Shown by banks.' })
  description?: string;
}

export class CreateScheduledPayoutRequest {
  @AmountField({ min: 1, description: 'Minor units.', example: 12500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @ObjectField(() => PayoutRecipientAccount, { description: 'Who receives.' })
  recipient_account: PayoutRecipientAccount;

  @ObjectField(() => ScheduledPayoutDetails, { description: 'When, and with whose funds.' })
  payment_details: ScheduledPayoutDetails;

  @MetadataField({ optional: true, limits: { maxPairs: 10 } })
  metadata?: Record<string, string>;
}
