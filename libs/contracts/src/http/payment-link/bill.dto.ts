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
  @DateField({ optional: true, description: 'Only bills that changed on this day or later, UTC.' })
  date_from?: string;

  @DateField({
    optional: true,
    notBefore: 'date_from',
    description: 'Only bills that changed on this day or earlier, UTC.',
  })
  date_to?: string;

  @CsvField(oneOf(BILL_STATUSES), {
    optional: true,
    description: 'Only bills with one of these statuses.',
  })
  statuses?: BillStatus[];

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only bills of this payer, by payment user ID.',
  })
  user_id?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only bills of this payer, by your own ID.',
  })
  external_user_id?: string;

  @CsvField(currencyCodes, {
    optional: true,
    description: 'Only bills in one of these currencies.',
  })
  currencies?: string[];
}

export class BillDetails {
  @AmountField({ min: 1, description: 'Amount of the bill, in minor units.', example: 12500 })
  total_amount_due: number;

  @CurrencyField()
  currency: string;

  @TextField({
    min: 1,
    max: 35,
    description:
      'Reference of the bill. Payments with it as external_transaction_reference pay the bill.',
    example: 'BILL-2026-03',
  })
  bill_reference_id: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'What the bill is for.',
    example: 'Rent, March',
  })
  description?: string;
}

export class BillSenderDetails {
  @TextField({
    min: 1,
    max: 100,
    notBlank: true,
    description: 'Name of the payer.',
    example: 'Chan Tai Man',
  })
  name: string;
}

export class BillSenderSummary {
  @TextField({ description: 'Name of the payer; empty after the person was erased.' })
  name: string;
}

export class BillExtMetadata {
  @TextField({ ...TEXT, description: 'Company code in the billing system.', example: 'corp-1' })
  corp_code: string;

  @TextField({ ...TEXT, description: 'Location code in the billing system.', example: 'loc-1' })
  s_location_code: string;

  @TextField({ ...TEXT, description: 'Tenant ID in the billing system.', example: 'tenant-1' })
  tenant_id: string;

  @IntegerField({ min: 1, max: 31, description: 'Day of the month of the bill.', example: 1 })
  i_anniv_days: number;

  @TextField({ ...TEXT, description: 'Default currency of the tenant (ISO 4217).', example: 'HKD' })
  tenant_default_currency: string;

  @TextField({ ...TEXT, description: 'Name of the rented unit.', example: '12A' })
  s_unit_name: string;

  @TextField({ ...TEXT, description: 'Account token in the billing system.', example: 'token-1' })
  account_token: string;

  @TextField({ ...TEXT, description: 'Ledger ID in the billing system.', example: 'ledger-1' })
  ledger_id: string;

  @TextField({ ...TEXT, description: 'ID of the rented unit.', example: 'unit-1' })
  unit_id: string;

  @TextField({ ...TEXT, description: 'Number of the lease.', example: '7' })
  i_lease_num: string;

  @TextField({ ...TEXT, description: 'Day on which the tenant leaves.', example: '2027-01-01' })
  d_sched_out: string;

  @TextField({ ...TEXT, description: 'ID of the type of the rented unit.', example: 'flat' })
  unit_type_id: string;
}

export class BillIntegrationMetadata {
  @EnumField([EXTERNAL_INTEGRATION], {
    description: 'External billing system of the bill; EXT is the only one.',
  })
  integration_id: typeof EXTERNAL_INTEGRATION;

  @ObjectField(() => BillExtMetadata, {
    optional: true,
    description: 'Data of the billing system about the bill.',
  })
  ext_metadata?: BillExtMetadata;
}

/** A bill as its source has it. The same external_bill_id again is the same bill. */
export class CreateTestBillRequest {
  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'ID of the bill in the billing system; generated when absent.',
    example: 'bill-2026-03-unit-12',
  })
  external_bill_id?: string;

  @TextField({ ...ID_LIMITS, description: 'Your own ID of the payer.', example: 'customer-42' })
  external_user_id: string;

  @DateTimeField({
    nullable: true,
    description: 'Date of the bill, as the billing system gives it.',
    example: '2026-03-01T00:00:00Z',
  })
  bill_date: string | null;

  @DateTimeField({
    nullable: true,
    description: 'Date when the bill is due. Autopay charges an eligible bill at this time.',
    example: '2026-03-15T00:00:00Z',
  })
  due_date: string | null;

  @EnumField(SOURCE_STATUSES, {
    description: 'UNPAID for an open bill; CANCELLED withdraws the bill.',
  })
  status: (typeof SOURCE_STATUSES)[number];

  @ObjectField(() => BillDetails, { description: 'Amount, currency and reference of the bill.' })
  details: BillDetails;

  @ObjectField(() => BillSenderDetails, {
    description: 'Payer of the bill. Used when external_user_id names no payment user yet.',
  })
  sender_details: BillSenderDetails;

  @ObjectField(() => BillIntegrationMetadata, {
    description: 'Billing system that the bill comes from.',
  })
  integration_metadata: BillIntegrationMetadata;

  @BooleanField({
    description: 'Whether the bill may be charged on its due date without the payer.',
    example: true,
  })
  is_autopay_eligible: boolean;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class BillResponse {
  @IdField({ description: 'Bill ID, generated by the service.' })
  bill_id: string;

  @TextField({ description: 'ID of the bill in the billing system.' })
  external_bill_id: string;

  @IdField({ description: 'Payment user ID of the payer.' })
  user_id: string;

  @TextField({ description: 'Your own ID of the payer.' })
  external_user_id: string;

  @IdField({ description: 'ID of your customer app.' })
  customer_app_id: string;

  @TextField({
    description: 'Billing system that the bill comes from.',
    example: EXTERNAL_INTEGRATION,
  })
  integration_id: string;

  @InstantField({
    nullable: true,
    description: 'Date of the bill, as the billing system gives it.',
  })
  bill_date: string | null;

  @InstantField({ nullable: true, description: 'Date when the bill is due.' })
  due_date: string | null;

  @InstantField({ nullable: true, description: 'When the service received the bill.' })
  created_at: string | null;

  @InstantField({ nullable: true, description: 'When the bill last changed.' })
  updated_at: string | null;

  @EnumField(BILL_STATUSES, {
    description: 'Payment status of the bill; PAID and CANCELLED are final.',
  })
  status: BillStatus;

  @ObjectField(() => BillDetails, { description: 'Amount, currency and reference of the bill.' })
  details: BillDetails;

  @ObjectField(() => BillSenderSummary, { description: 'Payer of the bill.' })
  sender_details: BillSenderSummary;

  @ObjectField(() => BillIntegrationMetadata, {
    description: 'Billing system of the bill, and its data about the bill.',
  })
  integration_metadata: BillIntegrationMetadata;

  @BooleanField({
    description: 'Whether the bill may be charged on its due date without the payer.',
  })
  is_autopay_eligible: boolean;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class BillWithPaymentsResponse extends BillResponse {
  @ObjectListField(() => PaymentResponse, { description: 'Payments of the bill, newest first.' })
  payments: PaymentResponse[];
}

export class ListBillsResponse extends PageResponse {
  @ObjectListField(() => BillResponse, { description: 'Bills of this page, newest first.' })
  bills: BillResponse[];

  @BooleanField({ description: 'Whether more bills match after this page.' })
  has_more: boolean;
}
