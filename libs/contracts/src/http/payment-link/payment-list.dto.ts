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
  @DateField({ optional: true, description: 'Updated on this day or later, UTC.' })
  date_from?: string;

  @DateField({ optional: true, description: 'Updated on this day or earlier, UTC.' })
  date_to?: string;

  @CsvField(oneOf(PAYMENT_STATUSES), { optional: true, description: 'Any of these statuses.' })
  statuses?: PaymentStatus[];

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  sender_type?: UserType;

  @TextField({ optional: true, ...ID_LIMITS, description: 'Payment user ID of the sender.' })
  user_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: "The sender's institution." })
  institution_id?: string;

  @EnumField(PAYMENT_TYPES, { optional: true, deprecated: true, description: 'Use payment_types.' })
  payment_type?: PaymentType;

  @CsvField(oneOf(PAYMENT_TYPES), { optional: true, description: 'Any of these types.' })
  payment_types?: PaymentType[];

  @TextField({ optional: true, ...ID_LIMITS, description: 'The mandate that was charged.' })
  mandate_id?: string;

  @CurrencyField({ optional: true, deprecated: true, description: 'Use currencies.' })
  currency?: string;

  @CsvField(currencyCodes, { optional: true, description: 'Any of these currencies.' })
  currencies?: string[];
}

export class ListPaymentsResponse extends PageResponse {
  @ObjectListField(() => PaymentResponse, { description: 'One page.' })
  payments: PaymentResponse[];

  @IntegerField({ min: 0, description: 'How many match the filters.' })
  total_payments: number;
}
