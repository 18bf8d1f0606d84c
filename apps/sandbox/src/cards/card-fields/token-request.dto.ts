import { IntegerField, TextField } from '@towpath/contracts';

import { ReferenceField } from '../../base/http/fields.js';

export class TokenRequestDto {
  @ReferenceField() session: string;
  @TextField({ max: 40 }) number: string;
  @IntegerField() expiry_month: number;
  @IntegerField() expiry_year: number;
  @TextField({ max: 10 }) cvc: string;
}
