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
import { InstructedDto } from './gw3.dto.js';

const LONGEST_TEXT = 1_000;

export class ArrivingTransferDto {
  @Matches(REFERENCE, IS_REFERENCE)
  transfer_reference: string;

  @Matches(REFERENCE, IS_REFERENCE)
  customer_app_id: string;

  @IsObject()
  @ValidateNested()
  @Type(() => InstructedDto)
  credited: InstructedDto;

  /** As the payer wrote it. */
  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  text?: string;
}
