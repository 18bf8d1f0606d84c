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
  @DateField({
    optional: true,
    description: 'Only payouts that changed on this day or later, UTC.',
  })
  date_from?: string;

  @DateField({
    optional: true,
    notBefore: 'date_from',
    description: 'Only payouts that changed on this day or earlier, UTC.',
  })
  date_to?: string;

  @CsvField(oneOf(PAYOUT_STATUSES), {
    optional: true,
    description: 'Only payouts with one of these statuses.',
  })
  statuses?: PayoutStatus[];

  @CsvField(currencyCodes, {
    optional: true,
    description: 'Only payouts in one of these currencies.',
  })
  currencies?: string[];

  @CsvField(oneOf(PAYOUT_TYPES), {
    optional: true,
    description: 'Only payouts of one of these types.',
  })
  payout_types?: PayoutType[];

  @TextField({ optional: true, ...ID_LIMITS, description: 'Only payouts that this mandate funds.' })
  mandate_id?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only payouts from this settlement account.',
  })
  sender_account_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: 'Only payouts to this account.' })
  recipient_account_id?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only payouts to this recipient, by payment user ID.',
  })
  recipient_user_id?: string;

  @TextField({
    optional: true,
    ...EXTERNAL_ID_LIMITS,
    description: 'Only payouts to this recipient, by your own ID.',
  })
  recipient_external_user_id?: string;
}

export class ListPayoutsResponse extends PageResponse {
  @ObjectListField(() => PayoutResponse, { description: 'Payouts of this page, newest first.' })
  payouts: PayoutResponse[];

  @IntegerField({ min: 0, description: 'Number of payouts that match the filters.' })
  total_payouts: number;
}
