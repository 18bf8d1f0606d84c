import { field } from '@towpath/contracts';

import { FormField, ReferenceField, WebUrlField } from '../../base/http/fields.js';

const DECIMAL = {
  form: /^\d{1,15}(\.\d{1,4})?$/,
  must: 'must be major units as decimal text',
};
/** 9999-12-31 in ms. */
const LAST_INSTANT = 253_402_300_799_999;

export class PaymentRequestDto {
  @ReferenceField() merchant_reference: string;
  @ReferenceField({ optional: true }) order_id?: string;
  @ReferenceField() shop: string;
  @field.text({ min: 1, max: 100 }) account: string;
  /** Shown to the cardholder on the page of the bank; the account when absent. */
  @field.text({ optional: true, max: 200 }) account_name?: string;
  /** Major units with the decimals of the currency, `125.00`; zero only in a registration. */
  @FormField(DECIMAL) value: string;
  @field.currency() currency: string;
  @field.text({ min: 1, max: 200 }) payment_token: string;
  /** Whether a lasting token is wanted. */
  @field.boolean() remember: boolean;
  @field.boolean() merchant_initiated: boolean;
  @field.enum(['PURCHASE', 'REGISTRATION']) kind: 'PURCHASE' | 'REGISTRATION';
  @WebUrlField({ optional: true }) return_to?: string;
  @WebUrlField() notify_to: string;
  /** Language tag of the cardholder. */
  @field.text({ optional: true, max: 35 }) locale?: string;
}

export class ReturnRequestDto {
  @ReferenceField() return_reference: string;
  @FormField(DECIMAL) value: string;
}

export class SettlementQueryDto {
  /** Milliseconds since 1970, inclusive. */
  @field.integerQuery({ min: 0, max: LAST_INSTANT }) since: number;
  /** Exclusive. */
  @field.integerQuery({ min: 0, max: LAST_INSTANT }) until: number;
  @ReferenceField({ optional: true }) shop?: string;
  @ReferenceField({ optional: true }) cursor?: string;
}
