import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { Type } from 'class-transformer';

import { IS_REFERENCE, REFERENCE } from '../../base/parties/reference.js';
import { HTTP_URL, IsCurrency } from '../../base/http/field-rules.js';

const MOST_PER_PAGE = 1_000;

export class AuthorizationRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  reference: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  payment_id?: string | null;

  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsString()
  @MinLength(1)
  @MaxLength(100)
  merchant_account: string;

  /** Shown to the cardholder on the page of the bank; the account when absent. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  merchant_name?: string | null;

  /** Minor units; 0 only in a set-up. */
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  amount: number;

  @IsCurrency()
  currency: string;

  @IsString()
  @MinLength(1)
  @MaxLength(200)
  token: string;

  @IsBoolean()
  store: boolean;

  @IsBoolean()
  off_session: boolean;

  @IsIn(['PAYMENT', 'SETUP'])
  purpose: 'PAYMENT' | 'SETUP';

  /** Needed unless off-session: where the browser goes after a challenge. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  return_url?: string | null;

  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  callback_url: string;

  /** Language tag of the cardholder. */
  @IsOptional()
  @IsString()
  @MaxLength(35)
  language?: string | null;
}

export class RefundRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  refund_reference: string;

  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  amount: number;
}

export class SettledQueryDto {
  @IsISO8601({ strict: true })
  from: string;

  @IsISO8601({ strict: true })
  to: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id?: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  after?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MOST_PER_PAGE)
  limit?: number;
}
