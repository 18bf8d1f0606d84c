import { EnumField, InstantField, IntegerField } from '../../fields/index.js';
import { CUSTOMER_APP_STATUSES, type CustomerAppStatus } from '../../states/index.js';
import { APP_TYPES, type AppType } from '../../token.js';
import { EventPayload } from '../payload.js';

/** The data of a customer app that services copy; the latest `sequence` is valid. */
export class CustomerAppEventPayload extends EventPayload {
  @EnumField(APP_TYPES, { description: 'Test apps reach the sandbox only, live apps never do.' })
  app_type: AppType;

  @EnumField(CUSTOMER_APP_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: CustomerAppStatus | null;

  @EnumField(CUSTOMER_APP_STATUSES, { description: 'Status after the change.' })
  status: CustomerAppStatus;

  @IntegerField({ min: 0, description: 'Tokens of an older generation are refused.' })
  credential_generation: number;

  @IntegerField({ description: "The app's clock is real time plus this; 0 for live apps." })
  clock_offset_ms: number;

  @InstantField({ nullable: true, description: 'Where the clock stands still, or null.' })
  clock_frozen_at: string | null;
}
