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
  @DateField({
    optional: true,
    description: 'Only payments that changed on this day or later, UTC.',
  })
  date_from?: string;

  @DateField({
    optional: true,
    notBefore: 'date_from',
    description: 'Only payments that changed on this day or earlier, UTC.',
  })
  date_to?: string;

  @CsvField(oneOf(PAYMENT_STATUSES), {
    optional: true,
    description: 'Only payments with one of these statuses.',
  })
  statuses?: PaymentStatus[];

  @EnumField(USER_TYPES, {
    optional: true,
    description: 'Only payments of a person, or only of a company.',
  })
  sender_type?: UserType;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only payments of this sender, by payment user ID.',
  })
  user_id?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only payments from accounts at this institution.',
  })
  institution_id?: string;

  @EnumField(PAYMENT_TYPES, {
    optional: true,
    deprecated: true,
    description: 'Only payments of this type. Use payment_types.',
  })
  payment_type?: PaymentType;

  @CsvField(oneOf(PAYMENT_TYPES), {
    optional: true,
    description: 'Only payments of one of these types.',
  })
  payment_types?: PaymentType[];

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only payments that charged this mandate.',
  })
  mandate_id?: string;

  @CurrencyField({
    optional: true,
    deprecated: true,
    description: 'Only payments in this currency. Use currencies.',
  })
  currency?: string;

  @CsvField(currencyCodes, {
    optional: true,
    description: 'Only payments in one of these currencies.',
  })
  currencies?: string[];
}

export class ListPaymentsResponse extends PageResponse {
  @ObjectListField(() => PaymentResponse, { description: 'Payments of this page, newest first.' })
  payments: PaymentResponse[];

  @IntegerField({ min: 0, description: 'Number of payments that match the filters.' })
  total_payments: number;
}
