import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';

import { IS_REFERENCE, REFERENCE } from '../../base/parties/reference.js';
import { HTTP_URL, IsCurrency } from '../../base/http/field-rules.js';

const MOST_PER_PAGE = 100;
/** 9999-12-31 in s. */
const LAST_INSTANT = 253_402_300_799;

class AmountDto {
  /** Minor units; 0 only with `setup`. */
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  value: number;

  @IsCurrency()
  currency: string;
}

class PaymentMethodDto {
  /** Of the card fields, or `wallet`. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  token?: string;

  /** A method that a customer keeps here. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  id?: string;
}

class CustomerDto {
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  id: string;
}

class MetadataDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  payment_id?: string | null;
}

export class IntentRequestDto {
  @IsIn(['payment', 'setup'])
  usage: 'payment' | 'setup';

  @IsObject()
  @ValidateNested()
  @Type(() => AmountDto)
  amount: AmountDto;

  @IsObject()
  @ValidateNested()
  @Type(() => PaymentMethodDto)
  payment_method: PaymentMethodDto;

  /** Needed with the ID of a payment method: it belongs to somebody. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => CustomerDto)
  customer?: CustomerDto | null;

  @IsString()
  @MinLength(1)
  @MaxLength(100)
  on_behalf_of: string;

  /** Shown to the cardholder on the page of the bank. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  statement_name?: string | null;

  @IsBoolean()
  save_payment_method: boolean;

  @IsBoolean()
  off_session: boolean;

  @IsObject()
  @ValidateNested()
  @Type(() => MetadataDto)
  metadata: MetadataDto;

  @IsOptional()
  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  return_url?: string | null;

  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  webhook_url: string;

  /** Language tag of the cardholder. */
  @IsOptional()
  @IsString()
  @MaxLength(35)
  locale?: string | null;
}

export class RefundDto {
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  amount: number;
}

export class BalanceQueryDto {
  /** Seconds since 1970, inclusive. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(LAST_INSTANT)
  created_gte: number;

  /** Exclusive. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(LAST_INSTANT)
  created_lt: number;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id?: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  starting_after?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MOST_PER_PAGE)
  limit?: number;
}
