import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';

import { IS_REFERENCE, REFERENCE } from '../../base/parties/reference.js';
import { InstructedDto } from '../gw3/gw3.dto.js';

const MOST_PER_PAGE = 500;
const LONGEST_TEXT = 1_000;

export class TenantDto {
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  code: string;

  @IsString()
  @MinLength(1)
  @MaxLength(100)
  name: string;
}

/** Members that were not given are null. */
export class BilledContentDto {
  @IsObject()
  @ValidateNested()
  @Type(() => TenantDto)
  tenant: TenantDto;

  @IsString()
  @MinLength(1)
  @MaxLength(35)
  reference: string;

  @IsObject()
  @ValidateNested()
  @Type(() => InstructedDto)
  due: InstructedDto;

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  text?: string | null;

  @IsOptional()
  @IsISO8601()
  issued_at?: string | null;

  @IsOptional()
  @IsISO8601()
  due_at?: string | null;

  @IsBoolean()
  direct_payment: boolean;

  @IsBoolean()
  voided: boolean;

  @IsOptional()
  @IsObject()
  property?: Record<string, unknown> | null;

  @IsOptional()
  @IsObject()
  notes?: Record<string, string> | null;
}

export class PutBillDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsString()
  @MinLength(1)
  @MaxLength(100)
  bill_number: string;

  @IsObject()
  @ValidateNested()
  @Type(() => BilledContentDto)
  bill: BilledContentDto;
}

export class BillKeyQueryDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsString()
  @MinLength(1)
  @MaxLength(100)
  bill_number: string;
}

export class ChangedBillsQueryDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  after_revision?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MOST_PER_PAGE)
  page_size?: number;
}
