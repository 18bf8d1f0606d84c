import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { Clock, type CustomerAppId } from '@towpath/kernel';
import type { ClockState, CustomerApp } from '../customer-apps/domain/customer-app.js';
import { ClockMoves } from './persistence/clock-moves.js';
import { ClockParticipants } from './clock-participants.js';
import { SetClock } from './set-clock.js';

/** Time in ms for a participant to accept a clock for which no move waits. */
const SETTLE_MS = 4_000;

/** Sets the clock of one app here and in every participant. */
@Injectable()
export class TellClock {
  constructor(
    private readonly clock: Clock,
    private readonly settings: SetClock,
    private readonly participants: ClockParticipants,
    private readonly moves: ClockMoves,
  ) {}

  async set(app: CustomerAppId, clock: ClockState, deadline: number): Promise<void> {
    await this.settings.write(app, clock);
    await this.tell(app, clock, deadline);
  }

  /** Waits for all, so that none takes an older clock over after a newer one. */
  async tell(app: CustomerAppId, clock: ClockState, deadline: number): Promise<void> {
    const deadlineMs = Math.max(deadline - this.clock.system().getTime(), 1);
    const told = await Promise.allSettled(
      this.participants.all().map((one) => one.run(app, clock, deadlineMs)),
    );
    const failed = told.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * Ends an interrupted move: the clock is frozen or runs as before, from the instant that it
   * reached, and all participants receive it. Returns false if a participant did not answer.
   */
  async settle(app: CustomerAppId): Promise<boolean> {
    const move = await this.moves.read(app);
    if (!move || move.settled) return true;
    let clock = (await this.settings.read(app)).clock;
    if ((clock.frozenAt !== null) !== move.frozen) {
      clock = this.clockAt(this.nowOf({ clock }), move.frozen);
      await this.settings.write(app, clock);
    }
    await this.moves.write(app, move);
    try {
      await this.tell(app, clock, this.clock.system().getTime() + SETTLE_MS);
    } catch (error) {
      if (error instanceof PeerUnavailable) return false;
      throw error;
    }
    await this.moves.settled(app);
    return true;
  }

  clockAt(instant: Date, frozen: boolean): ClockState {
    const offsetMs = instant.getTime() - this.clock.system().getTime();
    return { offsetMs, frozenAt: frozen ? instant : null };
  }

  nowOf({ clock: { frozenAt, offsetMs } }: Pick<CustomerApp, 'clock'>): Date {
    return frozenAt ?? new Date(this.clock.system().getTime() + offsetMs);
  }
}
