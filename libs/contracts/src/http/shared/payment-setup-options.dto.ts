import {
  BooleanField,
  DateField,
  EnumField,
  EnumListField,
  IntegerField,
  ObjectField,
  TextField,
  type Condition,
} from '../../fields/index.js';
import {
  ENROLLMENT_PREFILL_VALUES,
  FUTURE_PAYMENTS,
  LIMIT_PERIODS,
  PAYMENT_TYPES,
  RECURRING_PAYMENT_MODES,
  type EnrollmentPrefillValue,
  type FuturePayments,
  type LimitPeriod,
  type PaymentType,
  type RecurringPaymentMode,
} from '../../states/index.js';
import { check } from '../../validation/check.js';
import { isUtcDate } from '../../validation/rules.js';

const withPeriodLimit: Condition = {
  text: 'when max_period_amount or max_period_count is given',
  test: (limits) =>
    limits['max_period_amount'] !== undefined || limits['max_period_count'] !== undefined,
};

const whenDisplayed: Condition = {
  text: 'when display_enrollment_screen is true',
  test: (configuration) => configuration['display_enrollment_screen'] === true,
};

/** Limits that the customer app sets on a mandate. Amounts: minor units. */
export class TransactionLimitsRequest {
  @IntegerField({ min: 1, description: 'Per transaction.', example: 50000 })
  max_transaction_amount: number;

  @IntegerField({ optional: true, min: 1, description: 'Sum per period.', example: 100000 })
  max_period_amount?: number;

  @IntegerField({ optional: true, min: 1, description: 'Transactions per period.', example: 4 })
  max_period_count?: number;

  @EnumField(LIMIT_PERIODS, {
    requiredWhen: withPeriodLimit,
    description: 'Calendar period, UTC.',
    example: 'MONTHLY',
  })
  period?: LimitPeriod;
}

export class TransactionLimits {
  @IntegerField({ min: 1, description: 'Per transaction.', example: 50000 })
  max_transaction_amount: number;

  @IntegerField({
    optional: true,
    nullable: true,
    min: 0,
    description: 'What the payer set; not enforced by us.',
  })
  max_transaction_amount_set_by_payer_initial?: number | null;

  @IntegerField({ optional: true, min: 1, description: 'Sum per period.' })
  max_period_amount?: number;

  @IntegerField({ optional: true, min: 1, description: 'Transactions per period.' })
  max_period_count?: number;

  @EnumField(LIMIT_PERIODS, { optional: true, description: 'With a period limit.' })
  period?: LimitPeriod;
}

export class SetupMandateDetailsRequest {
  @DateField({ optional: true, description: 'First day of payments, UTC, inclusive.' })
  start_date?: string;

  @NotBeforeStartDate()
  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @ObjectField(() => TransactionLimitsRequest, { optional: true, description: 'Limits.' })
  transaction_limits?: TransactionLimitsRequest;

  @TextField({ optional: true, max: 100, description: 'Shown to the user.' })
  description?: string;
}

export class SetupMandateDetails {
  @DateField({ optional: true, description: 'First day of payments, UTC, inclusive.' })
  start_date?: string;

  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @ObjectField(() => TransactionLimits, { optional: true, description: 'Limits.' })
  transaction_limits?: TransactionLimits;

  @TextField({ optional: true, description: 'Shown to the user.' })
  description?: string;
}

export class RecipientAccountFilters {
  @TextField({ min: 1, max: 100, description: 'Only accounts of this business unit.' })
  business_unit: string;
}

export class AutopayEnrollmentConfiguration {
  @BooleanField({ description: 'Whether the page asks for autopay consent.' })
  display_enrollment_screen: boolean;

  @EnumField(ENROLLMENT_PREFILL_VALUES, {
    requiredWhen: whenDisplayed,
    description: 'What the screen suggests.',
  })
  enrollment_prefill_value?: EnrollmentPrefillValue;
}

abstract class SetupOptions {
  @EnumField(FUTURE_PAYMENTS, {
    optional: true,
    description: 'Who starts later payments; required when mode is SETUP.',
  })
  future_payments?: FuturePayments;

  @EnumListField(PAYMENT_TYPES, { optional: true, description: 'What the page offers.' })
  payment_method_types?: PaymentType[];

  @ObjectField(() => RecipientAccountFilters, { optional: true, description: 'Who receives.' })
  recipient_account_filters?: RecipientAccountFilters;

  @ObjectField(() => AutopayEnrollmentConfiguration, {
    optional: true,
    description: 'The consent screen.',
  })
  autopay_enrollment_configuration?: AutopayEnrollmentConfiguration;

  @EnumField(RECURRING_PAYMENT_MODES, { optional: true, description: 'Recurring or one-off.' })
  recurring_payment_mode?: RecurringPaymentMode;
}

export class PaymentSetupOptionsRequest extends SetupOptions {
  @ObjectField(() => SetupMandateDetailsRequest, {
    optional: true,
    description: 'Of a mandate; its currency is that of the link.',
  })
  mandate_details?: SetupMandateDetailsRequest;
}

export class PaymentSetupOptions extends SetupOptions {
  @ObjectField(() => SetupMandateDetails, { optional: true, description: 'Of a mandate.' })
  mandate_details?: SetupMandateDetails;
}

/** Dates of this form sort as text. */
function NotBeforeStartDate(): PropertyDecorator {
  return check({
    name: 'isNotBeforeStartDate',
    must: 'must not be before start_date',
    test: (value, args) => {
      const { start_date: start } = args.object as SetupMandateDetailsRequest;
      return !isUtcDate(start) || !isUtcDate(value) || value >= start;
    },
  });
}
