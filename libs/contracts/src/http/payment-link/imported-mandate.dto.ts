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
  @TextField({ ...ID_LIMITS, description: 'The account.', example: '01JQ0000000000000000000ACC' })
  account_id: string;
}

export class ImportedMandateDetails {
  @CurrencyField({ description: 'One that the settlement account takes.' })
  currency: string;

  @TextField({ min: 1, max: 100, description: 'Shown to the user.', example: 'Rent' })
  description: string;

  @TextField({ optional: true, min: 1, max: 100, description: 'As registered with the bank.' })
  dda_reference?: string;

  @DateField({ optional: true, description: 'First day of payments, UTC; today when absent.' })
  start_date?: string;

  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @ObjectField(() => TransactionLimitsRequest, { optional: true, description: 'Limits.' })
  transaction_limits?: TransactionLimitsRequest;
}

/** A direct debit authorization that a bank keeps already. */
export class ImportedMandate {
  @ObjectField(() => ImportedMandateAccount, { description: 'The settlement account.' })
  recipient_account: ImportedMandateAccount;

  @ObjectField(() => ImportedMandateAccount, { description: 'The account of the user that pays.' })
  sender_account: ImportedMandateAccount;

  @ObjectField(() => ImportedMandateDetails, { description: 'What may be collected.' })
  mandate_details: ImportedMandateDetails;

  @EnumField(['SUCCEEDED'], { description: 'Only accepted authorizations are imported.' })
  status: 'SUCCEEDED';

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}
