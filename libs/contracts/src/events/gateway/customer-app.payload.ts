import { EnumField, InstantField, IntegerField } from '../../fields/index.js';
import { CUSTOMER_APP_STATUSES, type CustomerAppStatus } from '../../states/index.js';
import { APP_TYPES, type AppType } from '../../token.js';
import { EventPayload } from '../payload.js';

/** The data of a customer app that services copy; the latest `sequence` is valid. */
export class CustomerAppEventPayload extends EventPayload {
  @EnumField('Test apps reach the sandbox only, live apps never do.', APP_TYPES) app_type: AppType;
  @EnumField('Null at creation.', CUSTOMER_APP_STATUSES, { nullable: true })
  previous_status: CustomerAppStatus | null;
  @EnumField('Status after the change.', CUSTOMER_APP_STATUSES) status: CustomerAppStatus;
  @IntegerField('Tokens of an older generation are refused.', { min: 0 })
  credential_generation: number;
  @IntegerField("The app's clock is real time plus this; 0 for live apps.") clock_offset_ms: number;
  @InstantField('Where the clock stands still, or null.', { nullable: true }) clock_frozen_at:
    string | null;
}
