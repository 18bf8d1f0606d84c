import { field } from '@towpath/contracts';

import {
  FormField,
  MinorUnitsField,
  MomentField,
  ReferenceField,
  WebUrlField,
} from '../../base/http/fields.js';

const DAY = {
  form: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  must: 'must be a day, YYYY-MM-DD',
};
/** Four digits at least, in groups or not. */
const ACCOUNT_NUMBER = {
  form: /^(?=(?:\D*\d){4})[0-9A-Za-z][0-9A-Za-z -]{2,40}[0-9A-Za-z]$/,
  must: 'must be an account number',
};
const LONGEST_TEXT = 1_000;

class MerchantDto {
  @ReferenceField() customer_app_id: string;
  @field.text({ min: 1, max: 100 }) account: string;
}

class AccountHolderDto {
  @field.text({ min: 1, max: 200 }) name: string;
  @FormField(ACCOUNT_NUMBER) account_number: string;
}

export class InstructedDto {
  @MinorUnitsField() minor: number;
  @field.currency() currency: string;
}

export class MandateRequestDto {
  @ReferenceField() mandate_reference: string;
  @field.object(() => MerchantDto) creditor: MerchantDto;
  @field.object(() => AccountHolderDto) debtor: AccountHolderDto;
  @field.currency() currency: string;
  @FormField(DAY) first_day: string;
  @FormField(DAY, { optional: true }) last_day?: string;
  /** Of one collection. */
  @MinorUnitsField({ optional: true }) max_minor?: number;
  @WebUrlField() notify_url: string;
}

export class DecisionDto {
  @field.enum(['accept', 'reject', 'revoke']) decision: 'accept' | 'reject' | 'revoke';
}

export class CollectionRequestDto {
  @ReferenceField() collection_reference: string;
  @ReferenceField() mandate_reference: string;
  @ReferenceField() customer_app_id: string;
  @ReferenceField({ optional: true }) payment_id?: string;
  @field.object(() => InstructedDto) instructed: InstructedDto;
  @WebUrlField() notify_url: string;
}

/** The merchant pays, so it is the debtor. */
export class PayoutRequestDto {
  @ReferenceField() payout_reference: string;
  @field.object(() => MerchantDto) debtor: MerchantDto;
  @field.object(() => AccountHolderDto) creditor: AccountHolderDto;
  @field.object(() => InstructedDto) instructed: InstructedDto;
  @field.text({ optional: true, max: LONGEST_TEXT }) text?: string;
}

export class ArrivingTransferDto {
  @ReferenceField() transfer_reference: string;
  @ReferenceField() customer_app_id: string;
  @field.object(() => InstructedDto) credited: InstructedDto;
  /** As the payer wrote it. */
  @field.text({ optional: true, max: LONGEST_TEXT }) text?: string;
}

/** The app whose mandates and collections are meant. */
export class AppQueryDto {
  @ReferenceField() customer_app_id: string;
}

export class StatementQueryDto extends AppQueryDto {
  @MomentField() booked_from: string;
  /** Exclusive. */
  @MomentField() booked_to: string;
  @ReferenceField({ optional: true }) after_entry?: string;
  @field.integerQuery({ optional: true, min: 1, max: 500 }) page_size?: number;
}
