import { field, type Condition } from '../../fields/index.js';
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
  @field.integer('Maximum amount of one payment, in minor units.', { min: 1, example: 50000 })
  max_transaction_amount: number;
  @field.integer('Maximum sum of the payments in one period, in minor units.', {
    optional: true,
    min: 1,
    example: 100000,
  })
  max_period_amount?: number;
  @field.integer('Maximum number of payments in one period.', {
    optional: true,
    min: 1,
    example: 4,
  })
  max_period_count?: number;
  @field.enum(
    'Calendar period of the period limits, in UTC. Weeks start on Monday.',
    LIMIT_PERIODS,
    { requiredWhen: withPeriodLimit, example: 'MONTHLY' },
  )
  period?: LimitPeriod;
}

export class TransactionLimits {
  @field.integer('Maximum amount of one payment, in minor units.', { min: 1, example: 50000 })
  max_transaction_amount: number;
  @field.integer(
    'Maximum amount of one payment that the payer set, in minor units. The bank enforces it.',
    { optional: true, nullable: true, min: 0 },
  )
  max_transaction_amount_set_by_payer_initial?: number | null;
  @field.integer('Maximum sum of the payments in one period, in minor units.', {
    optional: true,
    min: 1,
  })
  max_period_amount?: number;
  @field.integer('Maximum number of payments in one period.', { optional: true, min: 1 })
  max_period_count?: number;
  @field.enum(
    'Calendar period of the period limits, in UTC. Present if there is such a limit.',
    LIMIT_PERIODS,
    { optional: true },
  )
  period?: LimitPeriod;
}

export class SetupMandateDetailsRequest {
  @field.date('First day on which payments are allowed, UTC; today when absent.', {
    optional: true,
  })
  start_date?: string;
  @field.date('Last day on which payments are allowed, UTC, inclusive.', {
    optional: true,
    checks: [isNotBeforeStartDate()],
  })
  end_date?: string;
  @field.object(
    'Limits on single payments and on the payments of a period.',
    () => TransactionLimitsRequest,
    { optional: true },
  )
  transaction_limits?: TransactionLimitsRequest;
  @field.text('What the mandate is for, as the payer sees it.', { optional: true, max: 100 })
  description?: string;
}

export class SetupMandateDetails {
  @field.date('First day on which payments are allowed, UTC.', { optional: true })
  start_date?: string;
  @field.date('Last day on which payments are allowed, UTC, inclusive.', { optional: true })
  end_date?: string;
  @field.object(
    'Limits on single payments and on the payments of a period.',
    () => TransactionLimits,
    { optional: true },
  )
  transaction_limits?: TransactionLimits;
  @field.text('What the mandate is for, as the payer sees it.', { optional: true })
  description?: string;
}

export class RecipientAccountFilters {
  @field.text('Only settlement accounts that serve this business unit receive the money.', {
    min: 1,
    max: 100,
  })
  business_unit: string;
}

export class AutopayEnrollmentConfiguration {
  @field.boolean('Whether the page asks the payer for autopay consent.')
  display_enrollment_screen: boolean;
  @field.enum('Answer that the page selects at first.', ENROLLMENT_PREFILL_VALUES, {
    requiredWhen: whenDisplayed,
  })
  enrollment_prefill_value?: EnrollmentPrefillValue;
}

abstract class SetupOptions {
  @field.enum(
    'AUTOPAY: you charge later without the payer. CLICK_TO_PAY: the payer starts each payment.',
    FUTURE_PAYMENTS,
    { optional: true },
  )
  future_payments?: FuturePayments;
  @field.enumList(
    'Kinds of payment methods that the page offers. Absent: all that are available.',
    PAYMENT_TYPES,
    { optional: true },
  )
  payment_method_types?: PaymentType[];
  @field.object('Which settlement accounts may receive the money.', () => RecipientAccountFilters, {
    optional: true,
  })
  recipient_account_filters?: RecipientAccountFilters;
  @field.object('How the page asks for autopay consent.', () => AutopayEnrollmentConfiguration, {
    optional: true,
  })
  autopay_enrollment_configuration?: AutopayEnrollmentConfiguration;
  @field.enum(
    'Whether later payments are one-off, or recur on a fixed or variable schedule.',
    RECURRING_PAYMENT_MODES,
    { optional: true },
  )
  recurring_payment_mode?: RecurringPaymentMode;
}

export class PaymentSetupOptionsRequest extends SetupOptions {
  @field.object(
    'Dates, limits and description of a mandate. Its currency is that of the link.',
    () => SetupMandateDetailsRequest,
    { optional: true },
  )
  mandate_details?: SetupMandateDetailsRequest;
}

export class PaymentSetupOptions extends SetupOptions {
  @field.object('Dates, limits and description of a mandate.', () => SetupMandateDetails, {
    optional: true,
  })
  mandate_details?: SetupMandateDetails;
}

/** Dates of this form sort as text. */
function isNotBeforeStartDate(): PropertyDecorator {
  return check({
    name: 'isNotBeforeStartDate',
    must: 'must not be before start_date',
    test: (value, args) => {
      const { start_date: start } = args.object as SetupMandateDetailsRequest;
      return !isUtcDate(start) || !isUtcDate(value) || value >= start;
    },
  });
}
