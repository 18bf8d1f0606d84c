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
  @TextField({
    ...ID_LIMITS,
    description: 'ID of the payment account.',
    example: '01JQ0000000000000000000ACC',
  })
  account_id: string;
}

export class ImportedMandateDetails {
  @CurrencyField({ description: 'Currency of the charges. The settlement account must accept it.' })
  currency: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'What the mandate is for, as the payer sees it.',
    example: 'Rent',
  })
  description: string;

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: "Reference of the direct debit authorization at the payer's bank.",
  })
  dda_reference?: string;

  @DateField({
    optional: true,
    description: 'First day on which payments are allowed, UTC; today when absent.',
  })
  start_date?: string;

  @DateField({
    optional: true,
    description: 'Last day on which payments are allowed, UTC, inclusive.',
  })
  end_date?: string;

  @ObjectField(() => TransactionLimitsRequest, {
    optional: true,
    description: 'Limits on single payments and on the payments of a period.',
  })
  transaction_limits?: TransactionLimitsRequest;
}

/** A direct debit authorization that a bank keeps already. */
export class ImportedMandate {
  @ObjectField(() => ImportedMandateAccount, {
    description: 'Settlement account that receives the payments.',
  })
  recipient_account: ImportedMandateAccount;

  @ObjectField(() => ImportedMandateAccount, {
    description: 'External account of the user from which payments are collected.',
  })
  sender_account: ImportedMandateAccount;

  @ObjectField(() => ImportedMandateDetails, {
    description: 'Currency, dates, limits and description of the mandate.',
  })
  mandate_details: ImportedMandateDetails;

  @EnumField(['SUCCEEDED'], {
    description: 'Status of the mandate. Only accepted authorizations can be imported.',
  })
  status: 'SUCCEEDED';

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}
