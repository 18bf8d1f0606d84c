import {
  AmountField,
  BooleanField,
  CsvField,
  currencyCodes,
  CurrencyField,
  DateField,
  DateTimeField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  MetadataField,
  ObjectField,
  ObjectListField,
  oneOf,
  TextField,
} from '../../fields/index.js';
import { BILL_STATUSES, EXTERNAL_INTEGRATION, type BillStatus } from '../../states/index.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import { PaymentResponse } from './payment.dto.js';

const ID_LIMITS = { min: 1, max: 100 };
const TEXT = { max: 1000 };
const SOURCE_STATUSES = ['UNPAID', 'CANCELLED'] as const;

export class ListBillsQuery extends PageQuery {
  @DateField('Only bills that changed on this day or later, UTC.', { optional: true })
  date_from?: string;
  @DateField('Only bills that changed on this day or earlier, UTC.', {
    optional: true,
    notBefore: 'date_from',
  })
  date_to?: string;
  @CsvField('Only bills with one of these statuses.', oneOf(BILL_STATUSES), { optional: true })
  statuses?: BillStatus[];
  @TextField('Only bills of this payer, by payment user ID.', { optional: true, ...ID_LIMITS })
  user_id?: string;
  @TextField('Only bills of this payer, by your own ID.', { optional: true, ...ID_LIMITS })
  external_user_id?: string;
  @CsvField('Only bills in one of these currencies.', currencyCodes, { optional: true })
  currencies?: string[];
}

export class BillDetails {
  @AmountField('Amount of the bill, in minor units.', { min: 1, example: 12500 })
  total_amount_due: number;
  @CurrencyField() currency: string;
  @TextField(
    'Reference of the bill. Payments with it as external_transaction_reference pay the bill.',
    { min: 1, max: 35, example: 'BILL-2026-03' },
  )
  bill_reference_id: string;
  @TextField('What the bill is for.', { optional: true, max: 100, example: 'Rent, March' })
  description?: string;
}

export class BillSenderDetails {
  @TextField('Name of the payer.', { min: 1, max: 100, notBlank: true, example: 'Chan Tai Man' })
  name: string;
}

export class BillSenderSummary {
  @TextField('Name of the payer; empty after the person was erased.') name: string;
}

export class BillExtMetadata {
  @TextField('Company code in the billing system.', { ...TEXT, example: 'corp-1' })
  corp_code: string;
  @TextField('Location code in the billing system.', { ...TEXT, example: 'loc-1' })
  s_location_code: string;
  @TextField('Tenant ID in the billing system.', { ...TEXT, example: 'tenant-1' })
  tenant_id: string;
  @IntegerField('Day of the month of the bill.', { min: 1, max: 31, example: 1 })
  i_anniv_days: number;
  @TextField('Default currency of the tenant (ISO 4217).', { ...TEXT, example: 'HKD' })
  tenant_default_currency: string;
  @TextField('Name of the rented unit.', { ...TEXT, example: '12A' }) s_unit_name: string;
  @TextField('Account token in the billing system.', { ...TEXT, example: 'token-1' })
  account_token: string;
  @TextField('Ledger ID in the billing system.', { ...TEXT, example: 'ledger-1' })
  ledger_id: string;
  @TextField('ID of the rented unit.', { ...TEXT, example: 'unit-1' }) unit_id: string;
  @TextField('Number of the lease.', { ...TEXT, example: '7' }) i_lease_num: string;
  @TextField('Day on which the tenant leaves.', { ...TEXT, example: '2027-01-01' })
  d_sched_out: string;
  @TextField('ID of the type of the rented unit.', { ...TEXT, example: 'flat' })
  unit_type_id: string;
}

export class BillIntegrationMetadata {
  @EnumField('External billing system of the bill; EXT is the only one.', [EXTERNAL_INTEGRATION])
  integration_id: typeof EXTERNAL_INTEGRATION;
  @ObjectField('Data of the billing system about the bill.', () => BillExtMetadata, {
    optional: true,
  })
  ext_metadata?: BillExtMetadata;
}

/** A bill as its source has it. The same external_bill_id again is the same bill. */
export class CreateTestBillRequest {
  @TextField('ID of the bill in the billing system; generated when absent.', {
    optional: true,
    ...ID_LIMITS,
    example: 'bill-2026-03-unit-12',
  })
  external_bill_id?: string;
  @TextField('Your own ID of the payer.', { ...ID_LIMITS, example: 'customer-42' })
  external_user_id: string;
  @DateTimeField('Date of the bill, as the billing system gives it.', {
    nullable: true,
    example: '2026-03-01T00:00:00Z',
  })
  bill_date: string | null;
  @DateTimeField('Date when the bill is due. Autopay charges an eligible bill at this time.', {
    nullable: true,
    example: '2026-03-15T00:00:00Z',
  })
  due_date: string | null;
  @EnumField('UNPAID for an open bill; CANCELLED withdraws the bill.', SOURCE_STATUSES)
  status: (typeof SOURCE_STATUSES)[number];
  @ObjectField('Amount, currency and reference of the bill.', () => BillDetails)
  details: BillDetails;
  @ObjectField(
    'Payer of the bill. Used when external_user_id names no payment user yet.',
    () => BillSenderDetails,
  )
  sender_details: BillSenderDetails;
  @ObjectField('Billing system that the bill comes from.', () => BillIntegrationMetadata)
  integration_metadata: BillIntegrationMetadata;
  @BooleanField('Whether the bill may be charged on its due date without the payer.', {
    example: true,
  })
  is_autopay_eligible: boolean;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
}

export class BillResponse {
  @IdField('Bill ID, generated by the service.') bill_id: string;
  @TextField('ID of the bill in the billing system.') external_bill_id: string;
  @IdField('Payment user ID of the payer.') user_id: string;
  @TextField('Your own ID of the payer.') external_user_id: string;
  @IdField('ID of your customer app.') customer_app_id: string;
  @TextField('Billing system that the bill comes from.', { example: EXTERNAL_INTEGRATION })
  integration_id: string;
  @InstantField('Date of the bill, as the billing system gives it.', { nullable: true }) bill_date:
    string | null;
  @InstantField('Date when the bill is due.', { nullable: true }) due_date: string | null;
  @InstantField('When the service received the bill.', { nullable: true }) created_at:
    string | null;
  @InstantField('When the bill last changed.', { nullable: true }) updated_at: string | null;
  @EnumField('Payment status of the bill; PAID and CANCELLED are final.', BILL_STATUSES)
  status: BillStatus;
  @ObjectField('Amount, currency and reference of the bill.', () => BillDetails)
  details: BillDetails;
  @ObjectField('Payer of the bill.', () => BillSenderSummary) sender_details: BillSenderSummary;
  @ObjectField(
    'Billing system of the bill, and its data about the bill.',
    () => BillIntegrationMetadata,
  )
  integration_metadata: BillIntegrationMetadata;
  @BooleanField('Whether the bill may be charged on its due date without the payer.')
  is_autopay_eligible: boolean;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
}

export class BillWithPaymentsResponse extends BillResponse {
  @ObjectListField('Payments of the bill, newest first.', () => PaymentResponse)
  payments: PaymentResponse[];
}

export class ListBillsResponse extends PageResponse {
  @ObjectListField('Bills of this page, newest first.', () => BillResponse) bills: BillResponse[];
  @BooleanField('Whether more bills match after this page.') has_more: boolean;
}
