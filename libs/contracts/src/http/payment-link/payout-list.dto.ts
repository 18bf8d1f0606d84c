import {
  CsvField,
  currencyCodes,
  DateField,
  IntegerField,
  ObjectListField,
  oneOf,
  TextField,
} from '../../fields/index.js';
import {
  PAYOUT_STATUSES,
  PAYOUT_TYPES,
  type PayoutStatus,
  type PayoutType,
} from '../../states/index.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import { PayoutResponse } from './payout.dto.js';

const ID_LIMITS = { min: 1, max: 100 };
const EXTERNAL_ID_LIMITS = { min: 1, max: 255 };

export class ListPayoutsQuery extends PageQuery {
  @DateField({ optional: true, description: 'Updated on this day or later, UTC.' })
  date_from?: string;

  @DateField({ optional: true, description: 'Updated on this day or earlier, UTC.' })
  date_to?: string;

  @CsvField(oneOf(PAYOUT_STATUSES), { optional: true, description: 'Any of these statuses.' })
  statuses?: PayoutStatus[];

  @CsvField(currencyCodes, { optional: true, description: 'Any of these currencies.' })
  currencies?: string[];

  @CsvField(oneOf(PAYOUT_TYPES), { optional: true, description: 'Any of these types.' })
  payout_types?: PayoutType[];

  @TextField({ optional: true, ...ID_LIMITS, description: 'The mandate that funds it.' })
  mandate_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: 'The settlement account that pays.' })
  sender_account_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: 'The account that receives.' })
  recipient_account_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: 'Payment user who receives.' })
  recipient_user_id?: string;

  @TextField({
    optional: true,
    ...EXTERNAL_ID_LIMITS,
    description: "The customer app's ID of the recipient.",
  })
  recipient_external_user_id?: string;
}

export class ListPayoutsResponse extends PageResponse {
  @ObjectListField(() => PayoutResponse, { description: 'One page.' })
  payouts: PayoutResponse[];

  @IntegerField({ min: 0, description: 'How many match the filters.' })
  total_payouts: number;
}
