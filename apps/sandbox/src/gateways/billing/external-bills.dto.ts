import {
  BooleanField,
  IntegerQueryField,
  ObjectField,
  OpenObjectField,
  TextField,
} from '@towpath/contracts';
import { MomentField, ReferenceField } from '../../base/http/fields.js';
import { InstructedDto } from '../gw3/gw3.dto.js';

class TenantDto {
  @TextField({ min: 1, max: 100 }) code: string;
  @TextField({ min: 1, max: 100 }) name: string;
}

/** Members that were not given are null. */
export class BilledContentDto {
  @ObjectField(() => TenantDto) tenant: TenantDto;
  @TextField({ min: 1, max: 35 }) reference: string;
  @ObjectField(() => InstructedDto) due: InstructedDto;
  @TextField({ optional: true, max: 1_000 }) text?: string;
  @MomentField({ optional: true }) issued_at?: string;
  @MomentField({ optional: true }) due_at?: string;
  @BooleanField() direct_payment: boolean;
  @BooleanField() voided: boolean;
  @OpenObjectField({ optional: true }) property?: Record<string, unknown>;
  @OpenObjectField({ optional: true }) notes?: Record<string, string>;
}

export class BillKeyQueryDto {
  @ReferenceField() customer_app_id: string;
  @TextField({ min: 1, max: 100 }) bill_number: string;
}

export class PutBillDto extends BillKeyQueryDto {
  @ObjectField(() => BilledContentDto) bill: BilledContentDto;
}

export class ChangedBillsQueryDto {
  @ReferenceField() customer_app_id: string;
  @IntegerQueryField({ optional: true, min: 0 }) after_revision?: number;
  @IntegerQueryField({ optional: true, min: 1, max: 500 }) page_size?: number;
}
