import {
  CurrencyField,
  DateField,
  EnumField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import { TransactionLimitsRequest } from '../shared/payment-setup-options.dto.js';

const ID_LIMITS = { min: 1, max: 100 };

export class ImportedMandateAccount {
  @TextField('ID of the payment account.', { ...ID_LIMITS, example: '01JQ0000000000000000000ACC' })
  account_id: string;
}

export class ImportedMandateDetails {
  @CurrencyField('Currency of the charges. The settlement account must accept it.')
  currency: string;
  @TextField('What the mandate is for, as the payer sees it.', {
    min: 1,
    max: 100,
    example: 'Rent',
  })
  description: string;
  @TextField("Reference of the direct debit authorization at the payer's bank.", {
    optional: true,
    min: 1,
    max: 100,
  })
  dda_reference?: string;
  @DateField('First day on which payments are allowed, UTC; today when absent.', { optional: true })
  start_date?: string;
  @DateField('Last day on which payments are allowed, UTC, inclusive.', { optional: true })
  end_date?: string;
  @ObjectField(
    'Limits on single payments and on the payments of a period.',
    () => TransactionLimitsRequest,
    { optional: true },
  )
  transaction_limits?: TransactionLimitsRequest;
}

/** A direct debit authorization that a bank keeps already. */
export class ImportedMandate {
  @ObjectField('Settlement account that receives the payments.', () => ImportedMandateAccount)
  recipient_account: ImportedMandateAccount;
  @ObjectField(
    'External account of the user from which payments are collected.',
    () => ImportedMandateAccount,
  )
  sender_account: ImportedMandateAccount;
  @ObjectField(
    'Currency, dates, limits and description of the mandate.',
    () => ImportedMandateDetails,
  )
  mandate_details: ImportedMandateDetails;
  @EnumField('Status of the mandate. Only accepted authorizations can be imported.', ['SUCCEEDED'])
  status: 'SUCCEEDED';
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
}
