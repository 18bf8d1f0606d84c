import { DateTimeField, IdField, IntegerField } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

export class ClockQuery {
  @IdField() customer_app_id: CustomerAppId;
}

export class QuiescenceQuery {
  @IdField({ optional: true }) customer_app_id?: CustomerAppId;
}

export class RunClockBody {
  @IdField() customer_app_id: CustomerAppId;
  @IntegerField('Added to real time, in milliseconds.') offset_ms: number;
  @DateTimeField({ nullable: true, optional: true }) frozen_at?: string | null;
}
