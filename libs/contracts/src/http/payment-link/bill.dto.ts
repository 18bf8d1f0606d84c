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
  @DateField({ optional: true, description: 'Updated on this day or later, UTC.' })
  date_from?: string;

  @DateField({ optional: true, description: 'Updated on this day or earlier, UTC.' })
  date_to?: string;

  @CsvField(oneOf(BILL_STATUSES), { optional: true, description: 'Any of these statuses.' })
  statuses?: BillStatus[];

  @TextField({ optional: true, ...ID_LIMITS, description: 'Payment user ID of the payer.' })
  user_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: 'Your own ID of the payer.' })
  external_user_id?: string;

  @CsvField(currencyCodes, { optional: true, description: 'Any of these currencies.' })
  currencies?: string[];
}

export class BillDetails {
  @AmountField({ min: 1, description: 'Minor units.', example: 12500 })
  total_amount_due: number;

  @CurrencyField()
  currency: string;

  @TextField({
    min: 1,
    max: 35,
    description: 'Payments with it as external_transaction_reference pay the bill.',
    example: 'BILL-2026-03',
  })
  bill_reference_id: string;

  @TextField({ optional: true, max: 100, description: 'What is billed.', example: 'Rent, March' })
  description?: string;
}

export class BillSenderDetails {
  @TextField({ min: 1, max: 100, description: 'Name of the payer.', example: 'Chan Tai Man' })
  name: string;
}

export class BillSenderSummary {
  @TextField({ description: 'Name of the payer; empty once the person was erased.' })
  name: string;
}

export class BillExtMetadata {
  @TextField({ ...TEXT, description: 'Company code.', example: 'corp-1' })
  corp_code: string;

  @TextField({ ...TEXT, description: 'Location code.', example: 'loc-1' })
  s_location_code: string;

  @TextField({ ...TEXT, description: 'Tenant ID.', example: 'tenant-1' })
  tenant_id: string;

  @IntegerField({ min: 1, max: 31, description: 'Day of the month of the bill.', example: 1 })
  i_anniv_days: number;

  @TextField({ ...TEXT, description: "The tenant's currency.", example: 'HKD' })
  tenant_default_currency: string;

  @TextField({ ...TEXT, description: 'Unit name.', example: '12A' })
  s_unit_name: string;

  @TextField({ ...TEXT, description: 'Account token.', example: 'token-1' })
  account_token: string;

  @TextField({ ...TEXT, description: 'Ledger ID.', example: 'ledger-1' })
  ledger_id: string;

  @TextField({ ...TEXT, description: 'Unit ID.', example: 'unit-1' })
  unit_id: string;

  @TextField({ ...TEXT, description: 'Lease number.', example: '7' })
  i_lease_num: string;

  @TextField({ ...TEXT, description: 'Day on which the tenant leaves.', example: '2027-01-01' })
  d_sched_out: string;

  @TextField({ ...TEXT, description: 'Unit type.', example: 'flat' })
  unit_type_id: string;
}

export class BillIntegrationMetadata {
  @EnumField([EXTERNAL_INTEGRATION], { description: 'The only integration.' })
  integration_id: typeof EXTERNAL_INTEGRATION;

  @ObjectField(() => BillExtMetadata, { optional: true, description: 'As the source has it.' })
  ext_metadata?: BillExtMetadata;
}

/** A bill as its source has it. The same external_bill_id again is the same bill. */
export class CreateTestBillRequest {
  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: "The source's ID; made when absent.",
    example: 'bill-2026-03-unit-12',
  })
  external_bill_id?: string;

  @TextField({ ...ID_LIMITS, description: 'Your own ID of the payer.', example: 'customer-42' })
  external_user_id: string;

  @DateTimeField({
    nullable: true,
    description: 'Date of the bill.',
    example: '2026-03-01T00:00:00Z',
  })
  bill_date: string | null;

  @DateTimeField({
    nullable: true,
    description: 'When it is due; autopay charges it then.',
    example: '2026-03-15T00:00:00Z',
  })
  due_date: string | null;

  @EnumField(SOURCE_STATUSES, { description: 'CANCELLED withdraws the bill.' })
  status: (typeof SOURCE_STATUSES)[number];

  @ObjectField(() => BillDetails, { description: 'What is due.' })
  details: BillDetails;

  @ObjectField(() => BillSenderDetails, { description: 'For a payer who is not known yet.' })
  sender_details: BillSenderDetails;

  @ObjectField(() => BillIntegrationMetadata, { description: 'Where the bill comes from.' })
  integration_metadata: BillIntegrationMetadata;

  @BooleanField({
    description: 'Whether it may be charged on its due date without the payer.',
    example: true,
  })
  is_autopay_eligible: boolean;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class BillResponse {
  @IdField({ description: 'The bill.' })
  bill_id: string;

  @TextField({ description: "The source's ID." })
  external_bill_id: string;

  @IdField({ description: 'Payment user ID of the payer.' })
  user_id: string;

  @TextField({ description: 'Your own ID of the payer.' })
  external_user_id: string;

  @IdField({ description: 'Your customer app.' })
  customer_app_id: string;

  @TextField({ description: 'Where it comes from.', example: EXTERNAL_INTEGRATION })
  integration_id: string;

  @InstantField({ nullable: true, description: 'Date of the bill.' })
  bill_date: string | null;

  @InstantField({ nullable: true, description: 'When it is due.' })
  due_date: string | null;

  @InstantField({ nullable: true, description: 'When it arrived.' })
  created_at: string | null;

  @InstantField({ nullable: true, description: 'When it last changed.' })
  updated_at: string | null;

  @EnumField(BILL_STATUSES, { description: 'Where it stands.' })
  status: BillStatus;

  @ObjectField(() => BillDetails, { description: 'What is due.' })
  details: BillDetails;

  @ObjectField(() => BillSenderSummary, { description: 'Who pays.' })
  sender_details: BillSenderSummary;

  @ObjectField(() => BillIntegrationMetadata, { description: 'As the source has it.' })
  integration_metadata: BillIntegrationMetadata;

  @BooleanField({ description: 'Whether it may be charged without the payer.' })
  is_autopay_eligible: boolean;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class BillWithPaymentsResponse extends BillResponse {
  @ObjectListField(() => PaymentResponse, { description: 'Newest first.' })
  payments: PaymentResponse[];
}

export class ListBillsResponse extends PageResponse {
  @ObjectListField(() => BillResponse, { description: 'One page.' })
  bills: BillResponse[];

  @BooleanField({ description: 'Whether more bills match.' })
  has_more: boolean;
}
