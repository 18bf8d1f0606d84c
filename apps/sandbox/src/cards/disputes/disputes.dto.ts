import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
} from 'class-validator';

import { IS_REFERENCE, REFERENCE } from '../../base/parties/reference.js';

export class OpenDisputeDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @Matches(REFERENCE, IS_REFERENCE)
  payment_id: string;

  /** Minor units; the whole payment when absent. */
  @IsOptional()
  @IsInt()
  @Min(1)
  amount?: number;

  @IsOptional()
  @IsBoolean()
  is_defendable?: boolean;
}

export class DisputeEventDto {
  @IsIn(['WON', 'LOST', 'ACCEPTED', 'SECOND_CHARGEBACK'])
  event: string;
}

export class EvidenceDto {
  /** Names what was sent, so that a repeat is known. */
  @Matches(/^[0-9a-f]{64}$/u)
  digest: string;

  /** Documents that were uploaded before. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @Matches(/^[0-9a-f]{64}$/u, { each: true })
  documents?: string[];
}

export class OpenDisputesQueryDto {
  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsOptional()
  @IsString()
  @MaxLength(100)
  after?: string;
}
