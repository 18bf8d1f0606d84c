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
  @TextField('What the payout is for, as banks show it.', {
    min: 1,
    max: LONGEST_TEXT,
    example: 'March',
  })
  description: string;
  @TextField('Your own reference of the payout.', {
    min: 1,
    max: LONGEST_TEXT,
    example: 'PAYOUT-1001',
  })
  external_transaction_reference: string;
}

export class PayoutSenderAccount {
  @TextField('ID of the settlement account that pays.', {
    ...ID_LIMITS,
    example: '01JQ00000000000000000000XA',
  })
  account_id: string;
}

export class PayoutRecipientAccount {
  @TextField('ID of the external account that receives the money. Its full number must be known.', {
    ...ID_LIMITS,
    example: '01JQ00000000000000000000XB',
  })
  account_id: string;
}

export class CreatePayoutRequest {
  @AmountField('Amount to pay out, in minor units.', { min: 1, example: 12500 }) amount: number;
  @CurrencyField() currency: string;
  @BooleanField(
    'True submits the payout at once. False keeps it in CREATED until you confirm it.',
    { example: false },
  )
  confirm: boolean;
  @ObjectField('Description and reference of the payout.', () => NewPayoutDetails)
  payment_details: NewPayoutDetails;
  @ObjectField('Settlement account that pays.', () => PayoutSenderAccount)
  sender_account: PayoutSenderAccount;
  @ObjectField('External account that receives the money.', () => PayoutRecipientAccount)
  recipient_account: PayoutRecipientAccount;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
}

export class ScheduledPayoutDetails {
  @TextField('ID of the mandate on which we collect the funds.', {
    ...ID_LIMITS,
    example: '01JQ00000000000000000000XC',
  })
  mandate_id: string;
  @DateField('Day of the payout, UTC. Must be tomorrow or later.', { example: '2060-04-01' })
  scheduled_date: string;
  @TextField('What the payout is for, as banks show it.', {
    optional: true,
    min: 1,
    max: LONGEST_TEXT,
  })
  description?: string;
}

export class CreateScheduledPayoutRequest {
  @AmountField('Amount to collect and pay out, in minor units.', { min: 1, example: 12500 })
  amount: number;
  @CurrencyField() currency: string;
  @ObjectField('External account that receives the money.', () => PayoutRecipientAccount)
  recipient_account: PayoutRecipientAccount;
  @ObjectField('Day of the payout, and the mandate that funds it.', () => ScheduledPayoutDetails)
  payment_details: ScheduledPayoutDetails;
  @MetadataField({ optional: true, limits: { maxPairs: 10 } }) metadata?: Record<string, string>;
}
