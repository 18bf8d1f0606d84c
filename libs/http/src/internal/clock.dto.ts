import { field } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

export class ClockQuery {
  @field.id() customer_app_id: CustomerAppId;
}

export class QuiescenceQuery {
  @field.id({ optional: true }) customer_app_id?: CustomerAppId;
}

export class RunClockBody {
  @field.id() customer_app_id: CustomerAppId;
  @field.integer('Added to real time, in milliseconds.') offset_ms: number;
  @field.dateTime({ nullable: true, optional: true }) frozen_at?: string | null;
}
