import { field } from '@towpath/contracts';

import {
  MinorUnitsField,
  MomentField,
  ReferenceField,
  WebUrlField,
} from '../../base/http/fields.js';

export class AuthorizationRequestDto {
  @ReferenceField() reference: string;
  @ReferenceField({ optional: true }) payment_id?: string;
  @ReferenceField() customer_app_id: string;
  @field.text({ min: 1, max: 100 }) merchant_account: string;
  /** Shown to the cardholder on the page of the bank; the account when absent. */
  @field.text({ optional: true, max: 200 }) merchant_name?: string;
  /** Minor units; 0 only in a set-up. */
  @MinorUnitsField({ min: 0 }) amount: number;
  @field.currency() currency: string;
  @field.text({ min: 1, max: 200 }) token: string;
  @field.boolean() store: boolean;
  @field.boolean() off_session: boolean;
  @field.enum(['PAYMENT', 'SETUP']) purpose: 'PAYMENT' | 'SETUP';
  /** Needed unless off-session: where the browser goes after a challenge. */
  @WebUrlField({ optional: true }) return_url?: string;
  @WebUrlField() callback_url: string;
  /** Language tag of the cardholder. */
  @field.text({ optional: true, max: 35 }) language?: string;
}

export class RefundRequestDto {
  @ReferenceField() refund_reference: string;
  @MinorUnitsField() amount: number;
}

export class SettledQueryDto {
  @MomentField() from: string;
  @MomentField() to: string;
  @ReferenceField({ optional: true }) customer_app_id?: string;
  @ReferenceField({ optional: true }) after?: string;
  @field.integerQuery({ optional: true, min: 1, max: 1_000 }) limit?: number;
}
