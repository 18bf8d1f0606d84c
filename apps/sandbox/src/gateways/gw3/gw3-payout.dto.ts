import { Type } from 'class-transformer';
import {
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';

import { IS_REFERENCE, REFERENCE } from '../../base/parties/reference.js';
import { CreditorDto, DebtorDto, InstructedDto } from './gw3.dto.js';

const LONGEST_TEXT = 1_000;

export class PayoutRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  payout_reference: string;

  /** The merchant, in a payout. */
  @IsObject()
  @ValidateNested()
  @Type(() => CreditorDto)
  debtor: CreditorDto;

  /** Who receives, in a payout. */
  @IsObject()
  @ValidateNested()
  @Type(() => DebtorDto)
  creditor: DebtorDto;

  @IsObject()
  @ValidateNested()
  @Type(() => InstructedDto)
  instructed: InstructedDto;

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  text?: string;
}
