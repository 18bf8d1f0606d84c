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
  @DateField('Only payouts that changed on this day or later, UTC.', { optional: true })
  date_from?: string;
  @DateField('Only payouts that changed on this day or earlier, UTC.', {
    optional: true,
    notBefore: 'date_from',
  })
  date_to?: string;
  @CsvField('Only payouts with one of these statuses.', oneOf(PAYOUT_STATUSES), { optional: true })
  statuses?: PayoutStatus[];
  @CsvField('Only payouts in one of these currencies.', currencyCodes, { optional: true })
  currencies?: string[];
  @CsvField('Only payouts of one of these types.', oneOf(PAYOUT_TYPES), { optional: true })
  payout_types?: PayoutType[];
  @TextField('Only payouts that this mandate funds.', { optional: true, ...ID_LIMITS })
  mandate_id?: string;
  @TextField('Only payouts from this settlement account.', { optional: true, ...ID_LIMITS })
  sender_account_id?: string;
  @TextField('Only payouts to this account.', { optional: true, ...ID_LIMITS })
  recipient_account_id?: string;
  @TextField('Only payouts to this recipient, by payment user ID.', {
    optional: true,
    ...ID_LIMITS,
  })
  recipient_user_id?: string;
  @TextField('Only payouts to this recipient, by your own ID.', {
    optional: true,
    ...EXTERNAL_ID_LIMITS,
  })
  recipient_external_user_id?: string;
}

export class ListPayoutsResponse extends PageResponse {
  @ObjectListField('Payouts of this page, newest first.', () => PayoutResponse)
  payouts: PayoutResponse[];
  @IntegerField('Number of payouts that match the filters.', { min: 0 }) total_payouts: number;
}
