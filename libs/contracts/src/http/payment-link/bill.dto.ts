import { field, currencyCodes, oneOf } from '../../fields/index.js';
import { BILL_STATUSES, EXTERNAL_INTEGRATION, type BillStatus } from '../../states/index.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import { PaymentResponse } from './payment.dto.js';

const ID_LIMITS = { min: 1, max: 100 };
const TEXT = { max: 1000 };
const SOURCE_STATUSES = ['UNPAID', 'CANCELLED'] as const;

export class ListBillsQuery extends PageQuery {
  @field.date('Only bills that changed on this day or later, UTC.', { optional: true })
  date_from?: string;
  @field.date('Only bills that changed on this day or earlier, UTC.', {
    optional: true,
    notBefore: 'date_from',
  })
  date_to?: string;
  @field.csv('Only bills with one of these statuses.', oneOf(BILL_STATUSES), { optional: true })
  statuses?: BillStatus[];
  @field.text('Only bills of this payer, by payment user ID.', { optional: true, ...ID_LIMITS })
  user_id?: string;
  @field.text('Only bills of this payer, by your own ID.', { optional: true, ...ID_LIMITS })
  external_user_id?: string;
  @field.csv('Only bills in one of these currencies.', currencyCodes, { optional: true })
  currencies?: string[];
}

export class BillDetails {
  @field.amount('Amount of the bill, in minor units.', { min: 1, example: 12500 })
  total_amount_due: number;
  @field.currency() currency: string;
  @field.text(
    'Reference of the bill. Payments with it as external_transaction_reference pay the bill.',
    { min: 1, max: 35, example: 'BILL-2026-03' },
  )
  bill_reference_id: string;
  @field.text('What the bill is for.', { optional: true, max: 100, example: 'Rent, March' })
  description?: string;
}

export class BillSenderDetails {
  @field.text('Name of the payer.', { min: 1, max: 100, notBlank: true, example: 'Chan Tai Man' })
  name: string;
}

export class BillSenderSummary {
  @field.text('Name of the payer; empty after the person was erased.') name: string;
}

export class BillExtMetadata {
  @field.text('Company code in the billing system.', { ...TEXT, example: 'corp-1' })
  corp_code: string;
  @field.text('Location code in the billing system.', { ...TEXT, example: 'loc-1' })
  s_location_code: string;
  @field.text('Tenant ID in the billing system.', { ...TEXT, example: 'tenant-1' })
  tenant_id: string;
  @field.integer('Day of the month of the bill.', { min: 1, max: 31, example: 1 })
  i_anniv_days: number;
  @field.text('Default currency of the tenant (ISO 4217).', { ...TEXT, example: 'HKD' })
  tenant_default_currency: string;
  @field.text('Name of the rented unit.', { ...TEXT, example: '12A' }) s_unit_name: string;
  @field.text('Account token in the billing system.', { ...TEXT, example: 'token-1' })
  account_token: string;
  @field.text('Ledger ID in the billing system.', { ...TEXT, example: 'ledger-1' })
  ledger_id: string;
  @field.text('ID of the rented unit.', { ...TEXT, example: 'unit-1' }) unit_id: string;
  @field.text('Number of the lease.', { ...TEXT, example: '7' }) i_lease_num: string;
  @field.text('Day on which the tenant leaves.', { ...TEXT, example: '2027-01-01' })
  d_sched_out: string;
  @field.text('ID of the type of the rented unit.', { ...TEXT, example: 'flat' })
  unit_type_id: string;
}

export class BillIntegrationMetadata {
  @field.enum('External billing system of the bill; EXT is the only one.', [EXTERNAL_INTEGRATION])
  integration_id: typeof EXTERNAL_INTEGRATION;
  @field.object('Data of the billing system about the bill.', () => BillExtMetadata, {
    optional: true,
  })
  ext_metadata?: BillExtMetadata;
}

/** A bill as its source has it. The same external_bill_id again is the same bill. */
export class CreateTestBillRequest {
  @field.text('ID of the bill in the billing system; generated when absent.', {
    optional: true,
    ...ID_LIMITS,
    example: 'bill-2026-03-unit-12',
  })
  external_bill_id?: string;
  @field.text('Your own ID of the payer.', { ...ID_LIMITS, example: 'customer-42' })
  external_user_id: string;
  @field.dateTime('Date of the bill, as the billing system gives it.', {
    nullable: true,
    example: '2026-03-01T00:00:00Z',
  })
  bill_date: string | null;
  @field.dateTime('Date when the bill is due. Autopay charges an eligible bill at this time.', {
    nullable: true,
    example: '2026-03-15T00:00:00Z',
  })
  due_date: string | null;
  @field.enum('UNPAID for an open bill; CANCELLED withdraws the bill.', SOURCE_STATUSES)
  status: (typeof SOURCE_STATUSES)[number];
  @field.object('Amount, currency and reference of the bill.', () => BillDetails)
  details: BillDetails;
  @field.object(
    'Payer of the bill. Used when external_user_id names no payment user yet.',
    () => BillSenderDetails,
  )
  sender_details: BillSenderDetails;
  @field.object('Billing system that the bill comes from.', () => BillIntegrationMetadata)
  integration_metadata: BillIntegrationMetadata;
  @field.boolean('Whether the bill may be charged on its due date without the payer.', {
    example: true,
  })
  is_autopay_eligible: boolean;
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
}

export class BillResponse {
  @field.id('Bill ID, generated by the service.') bill_id: string;
  @field.text('ID of the bill in the billing system.') external_bill_id: string;
  @field.id('Payment user ID of the payer.') user_id: string;
  @field.text('Your own ID of the payer.') external_user_id: string;
  @field.id('ID of your customer app.') customer_app_id: string;
  @field.text('Billing system that the bill comes from.', { example: EXTERNAL_INTEGRATION })
  integration_id: string;
  @field.instant('Date of the bill, as the billing system gives it.', { nullable: true })
  bill_date: string | null;
  @field.instant('Date when the bill is due.', { nullable: true }) due_date: string | null;
  @field.instant('When the service received the bill.', { nullable: true }) created_at:
    string | null;
  @field.instant('When the bill last changed.', { nullable: true }) updated_at: string | null;
  @field.enum('Payment status of the bill; PAID and CANCELLED are final.', BILL_STATUSES)
  status: BillStatus;
  @field.object('Amount, currency and reference of the bill.', () => BillDetails)
  details: BillDetails;
  @field.object('Payer of the bill.', () => BillSenderSummary) sender_details: BillSenderSummary;
  @field.object(
    'Billing system of the bill, and its data about the bill.',
    () => BillIntegrationMetadata,
  )
  integration_metadata: BillIntegrationMetadata;
  @field.boolean('Whether the bill may be charged on its due date without the payer.')
  is_autopay_eligible: boolean;
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
}

export class BillWithPaymentsResponse extends BillResponse {
  @field.objectList('Payments of the bill, newest first.', () => PaymentResponse)
  payments: PaymentResponse[];
}

export class ListBillsResponse extends PageResponse {
  @field.objectList('Bills of this page, newest first.', () => BillResponse) bills: BillResponse[];
  @field.boolean('Whether more bills match after this page.') has_more: boolean;
}
