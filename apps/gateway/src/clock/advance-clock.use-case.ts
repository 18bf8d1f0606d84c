import { Injectable } from '@nestjs/common';
import { Clock, DomainError, type CustomerAppId } from '@towpath/kernel';
import type { ClockState, CustomerApp } from '../customer-apps/domain/customer-app.js';
import { ClockTurns } from './clock-turns.js';
import { ClockParticipants } from './ports.js';
import { SetClock } from './set-clock.js';

const LIMIT_MS = 60_000;
const QUIET_POLL_MS = 20;
/** A clock that keeps finding due work at one instant would never arrive. */
const MOST_STEPS = 100_000;

export interface AdvanceClockInput {
  readonly customerAppId: CustomerAppId;
  /** How far to move; 0 to only freeze or release. */
  readonly advanceSeconds: number;
  /** Whether the clock stands still afterwards; undefined keeps what it does now. */
  readonly frozen: boolean | undefined;
}

/**
 * Moves a test app's clock to each due instant in turn, over all services, lets each run what is
 * due there and waits until events are handled, up to the target. It can be repeated: what was
 * reached stays reached.
 */
@Injectable()
export class AdvanceClock {
  static readonly errors = ['NOT_A_TEST_APP', 'SERVICE_UNAVAILABLE'] as const;

  constructor(
    private readonly clock: Clock,
    private readonly settings: SetClock,
    private readonly participants: ClockParticipants,
    private readonly turns: ClockTurns,
  ) {}

  async execute(input: AdvanceClockInput): Promise<ClockReading> {
    const { customerAppId } = input;
    const deadline = this.clock.system().getTime() + LIMIT_MS;
    const before = await this.settings.read(customerAppId);
    before.assertTestApp();
    const onlyAsked = input.advanceSeconds === 0 && input.frozen === undefined;
    if (onlyAsked) return this.readingOf(before);
    return this.turns.take({ customerAppId, deadline }, () => this.move(input, deadline));
  }

  /** Where the clock stands is read within the turn: the move before this one has changed it. */
  private async move(input: AdvanceClockInput, deadline: number): Promise<ClockReading> {
    const { customerAppId, advanceSeconds } = input;
    const before = await this.settings.read(customerAppId);
    const wasFrozen = before.clock.frozenAt !== null;
    const frozen = input.frozen ?? wasFrozen;
    if (advanceSeconds > 0) {
      const target = new Date(this.nowOf(before).getTime() + advanceSeconds * 1_000);
      try {
        await this.walk({ customerAppId, target, deadline });
      } catch (error) {
        if (!wasFrozen) await this.letRunOn(customerAppId);
        throw error;
      }
      await this.set(customerAppId, this.clockAt(target, frozen));
    } else if (frozen !== wasFrozen) {
      await this.set(customerAppId, this.clockAt(this.nowOf(before), frozen));
    }
    return this.readingOf(await this.settings.read(customerAppId));
  }

  /** A move that ended on its way leaves a clock that ran running, from where it got to. */
  private async letRunOn(customerAppId: CustomerAppId): Promise<void> {
    const reached = await this.settings.read(customerAppId);
    if (reached.clock.frozenAt === null) return;
    await this.settings.write(customerAppId, this.clockAt(this.nowOf(reached), false));
  }

  /** Stands still at every due instant on the way, so that what happens there is deterministic. */
  private async walk({ customerAppId, target, deadline }: Walk): Promise<void> {
    let at = this.nowOf(await this.settings.read(customerAppId));
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await this.awaitQuiet(customerAppId, deadline);
      const next = await this.earliestDue(customerAppId);
      if (next === null || next > target) break;
      at = next > at ? next : at;
      await this.set(customerAppId, this.clockAt(at, true));
    }
    await this.set(customerAppId, this.clockAt(target, true));
    await this.awaitQuiet(customerAppId, deadline);
  }

  private async earliestDue(app: CustomerAppId): Promise<Date | null> {
    const due = await Promise.all(this.participants.all().map((one) => one.nextDue(app)));
    return due.reduce((first, one) => (one && (!first || one < first) ? one : first), null);
  }

  private async set(app: CustomerAppId, clock: ClockState): Promise<void> {
    await this.settings.write(app, clock);
    await Promise.all(this.participants.all().map((one) => one.run(app, clock)));
  }

  private async awaitQuiet(app: CustomerAppId, deadline: number): Promise<void> {
    for (let quietRounds = 0; quietRounds < 2;) {
      const quiet = await Promise.all(this.participants.all().map((one) => one.isQuiet(app)));
      quietRounds = quiet.every(Boolean) ? quietRounds + 1 : 0;
      if (this.clock.system().getTime() > deadline) {
        throw new DomainError(
          'SERVICE_UNAVAILABLE',
          'The services did not finish their work in time. Repeat the request.',
        );
      }
      if (quietRounds < 2) await new Promise((resolve) => setTimeout(resolve, QUIET_POLL_MS));
    }
  }

  private clockAt(instant: Date, frozen: boolean): ClockState {
    const offsetMs = instant.getTime() - this.clock.system().getTime();
    return { offsetMs, frozenAt: frozen ? instant : null };
  }

  private readingOf(app: CustomerApp): ClockReading {
    return { now: this.nowOf(app), frozen: app.clock.frozenAt !== null };
  }

  private nowOf(app: CustomerApp): Date {
    const { frozenAt, offsetMs } = app.clock;
    return frozenAt ?? new Date(this.clock.system().getTime() + offsetMs);
  }
}

export interface ClockReading {
  readonly now: Date;
  readonly frozen: boolean;
}

interface Walk {
  readonly customerAppId: CustomerAppId;
  readonly target: Date;
  readonly deadline: number;
}
