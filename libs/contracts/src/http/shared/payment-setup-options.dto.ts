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
  @IntegerField({
    min: 1,
    description: 'Maximum amount of one payment, in minor units.',
    example: 50000,
  })
  max_transaction_amount: number;

  @IntegerField({
    optional: true,
    min: 1,
    description: 'Maximum sum of the payments in one period, in minor units.',
    example: 100000,
  })
  max_period_amount?: number;

  @IntegerField({
    optional: true,
    min: 1,
    description: 'Maximum number of payments in one period.',
    example: 4,
  })
  max_period_count?: number;

  @EnumField(LIMIT_PERIODS, {
    requiredWhen: withPeriodLimit,
    description: 'Calendar period of the period limits, in UTC. Weeks start on Monday.',
    example: 'MONTHLY',
  })
  period?: LimitPeriod;
}

export class TransactionLimits {
  @IntegerField({
    min: 1,
    description: 'Maximum amount of one payment, in minor units.',
    example: 50000,
  })
  max_transaction_amount: number;

  @IntegerField({
    optional: true,
    nullable: true,
    min: 0,
    description:
      'Maximum amount of one payment that the payer set, in minor units. The bank enforces it.',
  })
  max_transaction_amount_set_by_payer_initial?: number | null;

  @IntegerField({
    optional: true,
    min: 1,
    description: 'Maximum sum of the payments in one period, in minor units.',
  })
  max_period_amount?: number;

  @IntegerField({
    optional: true,
    min: 1,
    description: 'Maximum number of payments in one period.',
  })
  max_period_count?: number;

  @EnumField(LIMIT_PERIODS, {
    optional: true,
    description: 'Calendar period of the period limits, in UTC. Present if there is such a limit.',
  })
  period?: LimitPeriod;
}

export class SetupMandateDetailsRequest {
  @DateField({
    optional: true,
    description: 'First day on which payments are allowed, UTC; today when absent.',
  })
  start_date?: string;

  @NotBeforeStartDate()
  @DateField({
    optional: true,
    description: 'Last day on which payments are allowed, UTC, inclusive.',
  })
  end_date?: string;

  @ObjectField(() => TransactionLimitsRequest, {
    optional: true,
    description: 'Limits on single payments and on the payments of a period.',
  })
  transaction_limits?: TransactionLimitsRequest;

  @TextField({
    optional: true,
    max: 100,
    description: 'What the mandate is for, as the payer sees it.',
  })
  description?: string;
}

export class SetupMandateDetails {
  @DateField({ optional: true, description: 'First day on which payments are allowed, UTC.' })
  start_date?: string;

  @DateField({
    optional: true,
    description: 'Last day on which payments are allowed, UTC, inclusive.',
  })
  end_date?: string;

  @ObjectField(() => TransactionLimits, {
    optional: true,
    description: 'Limits on single payments and on the payments of a period.',
  })
  transaction_limits?: TransactionLimits;

  @TextField({ optional: true, description: 'What the mandate is for, as the payer sees it.' })
  description?: string;
}

export class RecipientAccountFilters {
  @TextField({
    min: 1,
    max: 100,
    description: 'Only settlement accounts that serve this business unit receive the money.',
  })
  business_unit: string;
}

export class AutopayEnrollmentConfiguration {
  @BooleanField({ description: 'Whether the page asks the payer for autopay consent.' })
  display_enrollment_screen: boolean;

  @EnumField(ENROLLMENT_PREFILL_VALUES, {
    requiredWhen: whenDisplayed,
    description: 'Answer that the page selects at first.',
  })
  enrollment_prefill_value?: EnrollmentPrefillValue;
}

abstract class SetupOptions {
  @EnumField(FUTURE_PAYMENTS, {
    optional: true,
    description:
      'AUTOPAY: you charge later without the payer. CLICK_TO_PAY: the payer starts each payment.',
  })
  future_payments?: FuturePayments;

  @EnumListField(PAYMENT_TYPES, {
    optional: true,
    description: 'Kinds of payment methods that the page offers. Absent: all that are available.',
  })
  payment_method_types?: PaymentType[];

  @ObjectField(() => RecipientAccountFilters, {
    optional: true,
    description: 'Which settlement accounts may receive the money.',
  })
  recipient_account_filters?: RecipientAccountFilters;

  @ObjectField(() => AutopayEnrollmentConfiguration, {
    optional: true,
    description: 'How the page asks for autopay consent.',
  })
  autopay_enrollment_configuration?: AutopayEnrollmentConfiguration;

  @EnumField(RECURRING_PAYMENT_MODES, {
    optional: true,
    description: 'Whether later payments are one-off, or recur on a fixed or variable schedule.',
  })
  recurring_payment_mode?: RecurringPaymentMode;
}

export class PaymentSetupOptionsRequest extends SetupOptions {
  @ObjectField(() => SetupMandateDetailsRequest, {
    optional: true,
    description: 'Dates, limits and description of a mandate. Its currency is that of the link.',
  })
  mandate_details?: SetupMandateDetailsRequest;
}

export class PaymentSetupOptions extends SetupOptions {
  @ObjectField(() => SetupMandateDetails, {
    optional: true,
    description: 'Dates, limits and description of a mandate.',
  })
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
