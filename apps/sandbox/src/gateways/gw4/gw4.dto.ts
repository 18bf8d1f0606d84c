import { field } from '@towpath/contracts';

import { MinorUnitsField, ReferenceField, WebUrlField } from '../../base/http/fields.js';

/** 9999-12-31 in s. */
const LAST_INSTANT = 253_402_300_799;

class AmountDto {
  /** Minor units; 0 only with `setup`. */
  @MinorUnitsField({ min: 0 }) value: number;
  @field.currency() currency: string;
}

class PaymentMethodDto {
  /** Of the card fields, or `wallet`. */
  @field.text({ optional: true, min: 1, max: 200 }) token?: string;
  /** A method that a customer keeps here. */
  @field.text({ optional: true, min: 1, max: 200 }) id?: string;
}

class CustomerDto {
  @field.text({ min: 1, max: 200 }) id: string;
}

class MetadataDto {
  @ReferenceField() customer_app_id: string;
  @ReferenceField({ optional: true }) payment_id?: string;
}

export class IntentRequestDto {
  @field.enum(['payment', 'setup']) usage: 'payment' | 'setup';
  @field.object(() => AmountDto) amount: AmountDto;
  @field.object(() => PaymentMethodDto) payment_method: PaymentMethodDto;
  /** Needed with the ID of a payment method, which belongs to one customer. */
  @field.object(() => CustomerDto, { optional: true }) customer?: CustomerDto;
  @field.text({ min: 1, max: 100 }) on_behalf_of: string;
  /** Shown to the cardholder on the page of the bank. */
  @field.text({ optional: true, max: 200 }) statement_name?: string;
  @field.boolean() save_payment_method: boolean;
  @field.boolean() off_session: boolean;
  @field.object(() => MetadataDto) metadata: MetadataDto;
  @WebUrlField({ optional: true }) return_url?: string;
  @WebUrlField() webhook_url: string;
  /** Language tag of the cardholder. */
  @field.text({ optional: true, max: 35 }) locale?: string;
}

export class RefundDto {
  @MinorUnitsField() amount: number;
}

export class BalanceQueryDto {
  /** Seconds since 1970, inclusive. */
  @field.integerQuery({ min: 0, max: LAST_INSTANT }) created_gte: number;
  /** Exclusive. */
  @field.integerQuery({ min: 0, max: LAST_INSTANT }) created_lt: number;
  @ReferenceField({ optional: true }) customer_app_id?: string;
  @ReferenceField({ optional: true }) starting_after?: string;
  @field.integerQuery({ optional: true, min: 1, max: 100 }) limit?: number;
}
