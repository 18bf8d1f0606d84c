import {
  CsvField,
  currencyCodes,
  CurrencyField,
  DateField,
  EnumField,
  IntegerField,
  ObjectListField,
  oneOf,
  TextField,
} from '../../fields/index.js';
import {
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  USER_TYPES,
  type PaymentStatus,
  type PaymentType,
  type UserType,
} from '../../states/index.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import { PaymentResponse } from './payment.dto.js';

const ID_LIMITS = { min: 1, max: 100 };

export class ListPaymentsQuery extends PageQuery {
  @DateField('Only payments that changed on this day or later, UTC.', { optional: true })
  date_from?: string;
  @DateField('Only payments that changed on this day or earlier, UTC.', {
    optional: true,
    notBefore: 'date_from',
  })
  date_to?: string;
  @CsvField('Only payments with one of these statuses.', oneOf(PAYMENT_STATUSES), {
    optional: true,
  })
  statuses?: PaymentStatus[];
  @EnumField('Only payments of a person, or only of a company.', USER_TYPES, { optional: true })
  sender_type?: UserType;
  @TextField('Only payments of this sender, by payment user ID.', { optional: true, ...ID_LIMITS })
  user_id?: string;
  @TextField('Only payments from accounts at this institution.', { optional: true, ...ID_LIMITS })
  institution_id?: string;
  @EnumField('Only payments of this type. Use payment_types.', PAYMENT_TYPES, {
    optional: true,
    deprecated: true,
  })
  payment_type?: PaymentType;
  @CsvField('Only payments of one of these types.', oneOf(PAYMENT_TYPES), { optional: true })
  payment_types?: PaymentType[];
  @TextField('Only payments that charged this mandate.', { optional: true, ...ID_LIMITS })
  mandate_id?: string;
  @CurrencyField('Only payments in this currency. Use currencies.', {
    optional: true,
    deprecated: true,
  })
  currency?: string;
  @CsvField('Only payments in one of these currencies.', currencyCodes, { optional: true })
  currencies?: string[];
}

export class ListPaymentsResponse extends PageResponse {
  @ObjectListField('Payments of this page, newest first.', () => PaymentResponse)
  payments: PaymentResponse[];
  @IntegerField('Number of payments that match the filters.', { min: 0 }) total_payments: number;
}
