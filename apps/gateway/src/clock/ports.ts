import type { CustomerAppId } from '@towpath/kernel';
import type { ClockState } from '../customer-apps/domain/customer-app.js';

/** A process that keeps due work by a customer app's clock: each service, and the sandbox. */
export abstract class ClockParticipant {
  abstract readonly name: string;
  /** The earliest instant at which it has something to do for the app; null for nothing. */
  abstract nextDue(app: CustomerAppId): Promise<Date | null>;
  /** Takes over the clock and runs what is due by it. */
  abstract run(app: CustomerAppId, clock: ClockState): Promise<void>;
  /** Whether it has published and handled everything it knows of. */
  abstract isQuiet(app: CustomerAppId): Promise<boolean>;
}

export abstract class ClockParticipants {
  abstract all(): readonly ClockParticipant[];
}
