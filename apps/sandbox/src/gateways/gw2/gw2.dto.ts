import {
  BooleanField,
  CurrencyField,
  EnumField,
  IntegerQueryField,
  TextField,
} from '@towpath/contracts';

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
  @TextField({ min: 1, max: 100 }) account: string;
  /** Shown to the cardholder on the page of the bank; the account when absent. */
  @TextField({ optional: true, max: 200 }) account_name?: string;
  /** Major units with the decimals of the currency, `125.00`; zero only in a registration. */
  @FormField(DECIMAL) value: string;
  @CurrencyField() currency: string;
  @TextField({ min: 1, max: 200 }) payment_token: string;
  /** Whether a lasting token is wanted. */
  @BooleanField() remember: boolean;
  @BooleanField() merchant_initiated: boolean;
  @EnumField(['PURCHASE', 'REGISTRATION']) kind: 'PURCHASE' | 'REGISTRATION';
  @WebUrlField({ optional: true }) return_to?: string;
  @WebUrlField() notify_to: string;
  /** Language tag of the cardholder. */
  @TextField({ optional: true, max: 35 }) locale?: string;
}

export class ReturnRequestDto {
  @ReferenceField() return_reference: string;
  @FormField(DECIMAL) value: string;
}

export class SettlementQueryDto {
  /** Milliseconds since 1970, inclusive. */
  @IntegerQueryField({ min: 0, max: LAST_INSTANT }) since: number;
  /** Exclusive. */
  @IntegerQueryField({ min: 0, max: LAST_INSTANT }) until: number;
  @ReferenceField({ optional: true }) shop?: string;
  @ReferenceField({ optional: true }) cursor?: string;
}
