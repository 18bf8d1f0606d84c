import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';

import { IS_REFERENCE, REFERENCE } from '../../base/parties/reference.js';
import { HTTP_URL, IsCurrency } from '../../base/http/field-rules.js';

const DECIMAL = /^\d{1,15}(\.\d{1,4})?$/;
const IS_DECIMAL = { message: '$property must be major units as decimal text' };
/** 9999-12-31 in ms. */
const LAST_INSTANT = 253_402_300_799_999;

export class PaymentRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  merchant_reference: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  order_id?: string | null;

  @Matches(REFERENCE, IS_REFERENCE)
  shop: string;

  @IsString()
  @MinLength(1)
  @MaxLength(100)
  account: string;

  /** Shown to the cardholder on the page of the bank; the account when absent. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  account_name?: string | null;

  /** Major units with the decimals of the currency, `125.00`; zero only in a registration. */
  @Matches(DECIMAL, IS_DECIMAL)
  value: string;

  @IsCurrency()
  currency: string;

  @IsString()
  @MinLength(1)
  @MaxLength(200)
  payment_token: string;

  /** Whether a lasting token is wanted. */
  @IsBoolean()
  remember: boolean;

  @IsBoolean()
  merchant_initiated: boolean;

  @IsIn(['PURCHASE', 'REGISTRATION'])
  kind: 'PURCHASE' | 'REGISTRATION';

  @IsOptional()
  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  return_to?: string | null;

  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  notify_to: string;

  /** Language tag of the cardholder. */
  @IsOptional()
  @IsString()
  @MaxLength(35)
  locale?: string | null;
}

export class ReturnRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  return_reference: string;

  @Matches(DECIMAL, IS_DECIMAL)
  value: string;
}

export class SettlementQueryDto {
  /** Milliseconds since 1970, inclusive. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(LAST_INSTANT)
  since: number;

  /** Exclusive. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(LAST_INSTANT)
  until: number;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  shop?: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  cursor?: string;
}
