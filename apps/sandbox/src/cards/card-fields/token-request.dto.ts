import { IsInt, IsString, Matches, MaxLength } from 'class-validator';

import { IS_REFERENCE, REFERENCE } from '../../base/parties/reference.js';

export class TokenRequestDto {
  @Matches(REFERENCE, IS_REFERENCE)
  session: string;

  @IsString()
  @MaxLength(40)
  number: string;

  @IsInt()
  expiry_month: number;

  @IsInt()
  expiry_year: number;

  @IsString()
  @MaxLength(10)
  cvc: string;
}
