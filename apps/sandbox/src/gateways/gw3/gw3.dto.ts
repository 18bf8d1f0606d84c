import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsISO8601,
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

const MOST_PER_PAGE = 500;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const IS_DAY = { message: '$property must be a day, YYYY-MM-DD' };
/** Four digits at least, in groups or not. */
const ACCOUNT_NUMBER = /^(?=(?:\D*\d){4})[0-9A-Za-z][0-9A-Za-z -]{2,40}[0-9A-Za-z]$/;
const IS_ACCOUNT_NUMBER = { message: '$property must be an account number' };

export class CreditorDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsString()
  @MinLength(1)
  @MaxLength(100)
  account: string;
}

export class DebtorDto {
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  name: string;

  @Matches(ACCOUNT_NUMBER, IS_ACCOUNT_NUMBER)
  account_number: string;
}

export class MandateRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  mandate_reference: string;

  @IsObject()
  @ValidateNested()
  @Type(() => CreditorDto)
  creditor: CreditorDto;

  @IsObject()
  @ValidateNested()
  @Type(() => DebtorDto)
  debtor: DebtorDto;

  @IsCurrency()
  currency: string;

  @Matches(DAY, IS_DAY)
  first_day: string;

  @IsOptional()
  @Matches(DAY, IS_DAY)
  last_day?: string | null;

  /** Of one collection, minor units. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  max_minor?: number | null;

  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  notify_url: string;
}

export class DecisionDto {
  @IsIn(['accept', 'reject', 'revoke'])
  decision: 'accept' | 'reject' | 'revoke';
}

export class InstructedDto {
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  minor: number;

  @IsCurrency()
  currency: string;
}

export class CollectionRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  collection_reference: string;

  @Matches(REFERENCE, IS_REFERENCE)
  mandate_reference: string;

  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  payment_id?: string | null;

  @IsObject()
  @ValidateNested()
  @Type(() => InstructedDto)
  instructed: InstructedDto;

  @IsUrl(HTTP_URL)
  @MaxLength(2_000)
  notify_url: string;
}

export class StatementQueryDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsISO8601({ strict: true })
  booked_from: string;

  /** Exclusive. */
  @IsISO8601({ strict: true })
  booked_to: string;

  @IsOptional()
  @Matches(REFERENCE, IS_REFERENCE)
  after_entry?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MOST_PER_PAGE)
  page_size?: number;
}

/** The app whose mandates and collections are meant. */
export class AppQueryDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;
}
