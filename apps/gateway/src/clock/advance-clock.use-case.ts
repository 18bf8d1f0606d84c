import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { Clock, DomainError, type CustomerAppId } from '@towpath/kernel';
import type { CustomerApp } from '../customer-apps/domain/customer-app.js';
import { ClockTurns } from './clock-turns.js';
import { ClockMoves } from './persistence/clock-moves.js';
import { ClockParticipants } from './clock-participants.js';
import type { NextDue } from './ports.js';
import { SetClock } from './set-clock.js';
import { TellClock } from './tell-clock.js';

/** Within the minute of the operation, with time to end a move that did not arrive. */
const LIMIT_MS = 54_000;
const QUIET_POLL_MS = 20;
/** A clock that keeps finding due work at one instant would never arrive. */
const MOST_STEPS = 100_000;

interface AdvanceClockInput {
  readonly customerAppId: CustomerAppId;
  /** Seconds to advance; 0 only freezes or releases the clock. */
  readonly advanceSeconds: number;
  /** Whether the clock is frozen afterwards; undefined leaves that unchanged. */
  readonly frozen: boolean | undefined;
}

/**
 * Moves a test app's clock to each due instant in turn, over all services. Each service runs its
 * due work; the move waits until events are handled, up to the target. Work whose result does not
 * depend on its instant runs together, up to the next instant of other work. A repeat continues an
 * incomplete move from the instant that it reached, to the same target.
 */
@Injectable()
export class AdvanceClock {
  constructor(
    private readonly clock: Clock,
    private readonly settings: SetClock,
    private readonly clocks: TellClock,
    private readonly participants: ClockParticipants,
    private readonly moves: ClockMoves,
    private readonly turns: ClockTurns,
  ) {}

  async execute(input: AdvanceClockInput): Promise<ClockReading> {
    const { customerAppId } = input;
    const deadline = this.clock.system().getTime() + LIMIT_MS;
    const before = await this.settings.read(customerAppId);
    before.assertTestApp();
    const onlyAsked = input.advanceSeconds === 0 && input.frozen === undefined;
    if (onlyAsked) return this.readingOf(before);
    const turn = { customerAppId, deadline };
    const moved = await this.turns.take(turn, () => this.move(input, deadline));
    if (moved) return moved;
    throw await this.notArrived(customerAppId, 'The clock is being moved by another request.');
  }

  /** Reads the clock within the turn, because the previous move has changed it. */
  private async move(input: AdvanceClockInput, deadline: number): Promise<ClockReading> {
    const { customerAppId } = input;
    const course = await this.courseOf(input);
    const { target, wasFrozen, frozen } = course;
    const advanceSeconds = target ? input.advanceSeconds : null;
    const onFailure = target ? wasFrozen : frozen;
    const left = { target, advanceSeconds, frozen: onFailure, settled: false };
    await this.moves.write(customerAppId, left);
    try {
      if (target) await this.walk({ customerAppId, target, deadline });
      await this.arrive({ customerAppId, ...course }, deadline);
    } catch (error) {
      await this.clocks.settle(customerAppId);
      if (!isPassing(error)) throw error;
      throw await this.notArrived(customerAppId, 'The services did not finish their work in time.');
    }
    const done = { target: null, advanceSeconds: null, frozen, settled: true };
    await this.moves.write(customerAppId, done);
    return this.readingOf(await this.settings.read(customerAppId));
  }

  /** An advance that is repeated after it did not arrive goes on to the target that it had. */
  private async courseOf(input: AdvanceClockInput): Promise<Course> {
    const [app, last] = await Promise.all([
      this.settings.read(input.customerAppId),
      this.moves.read(input.customerAppId),
    ]);
    const now = this.clocks.nowOf(app);
    const wasFrozen = last && !last.settled ? last.frozen : app.clock.frozenAt !== null;
    const frozen = input.frozen ?? wasFrozen;
    if (input.advanceSeconds === 0) return { target: null, wasFrozen, frozen };
    const isRepeat = last?.target && last.advanceSeconds === input.advanceSeconds;
    const asked = new Date(now.getTime() + input.advanceSeconds * 1_000);
    const target = isRepeat && last.target ? latest(last.target, now) : asked;
    return { target, wasFrozen, frozen };
  }

  /**
   * Sends the clock to every participant, also if unchanged, because it may have missed the last
   * move.
   */
  private async arrive(end: Course & Pick<Walk, 'customerAppId'>, deadline: number): Promise<void> {
    const { customerAppId, target, frozen } = end;
    const app = await this.settings.read(customerAppId);
    if (target || (app.clock.frozenAt !== null) !== frozen) {
      const clock = this.clocks.clockAt(target ?? this.clocks.nowOf(app), frozen);
      await this.clocks.set(customerAppId, clock, deadline);
    } else {
      await this.clocks.tell(customerAppId, app.clock, deadline);
    }
  }

  /** Freezes the clock at each instant on the way, so that results are deterministic. */
  private async walk({ customerAppId, target, deadline }: Walk): Promise<void> {
    let at = this.clocks.nowOf(await this.settings.read(customerAppId));
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await this.awaitQuiet(customerAppId, deadline);
      const { dueAt, stopAt } = await this.earliest(customerAppId);
      if (dueAt === null || dueAt > target) break;
      // Up to the next stop and not onto it: what is due before it is done before it.
      const next = stopAt && stopAt <= dueAt ? stopAt : earliest(before(stopAt), target);
      at = latest(next, at);
      await this.clocks.set(customerAppId, this.clocks.clockAt(at, true), deadline);
    }
    await this.clocks.set(customerAppId, this.clocks.clockAt(target, true), deadline);
    await this.awaitQuiet(customerAppId, deadline);
  }

  private async earliest(app: CustomerAppId): Promise<NextDue> {
    const due = await Promise.all(this.participants.all().map((one) => one.nextDue(app)));
    return {
      dueAt: due.map(({ dueAt }) => dueAt).reduce(earlierOf, null),
      stopAt: due.map(({ stopAt }) => stopAt).reduce(earlierOf, null),
    };
  }

  private async awaitQuiet(app: CustomerAppId, deadline: number): Promise<void> {
    for (let quietRounds = 0; quietRounds < 2;) {
      const quiet = await Promise.all(this.participants.all().map((one) => one.isQuiet(app)));
      quietRounds = quiet.every(Boolean) ? quietRounds + 1 : 0;
      if (this.clock.system().getTime() > deadline) {
        throw new DomainError('SERVICE_UNAVAILABLE', 'The services did not finish their work.');
      }
      if (quietRounds < 2) await new Promise((resolve) => setTimeout(resolve, QUIET_POLL_MS));
    }
  }

  /** The message for an incomplete move: the instant that it reached, and its target. */
  private async notArrived(app: CustomerAppId, why: string): Promise<DomainError> {
    const [{ now }, move] = await Promise.all([
      this.settings.read(app).then((read) => this.readingOf(read)),
      this.moves.read(app),
    ]);
    const goal = move?.target ? ` on its way to ${move.target.toISOString()}` : '';
    const where = `It stands at ${now.toISOString()}${goal}.`;
    const what = `${why} ${where} Repeat the request to go on.`;
    return new DomainError('SERVICE_UNAVAILABLE', what);
  }

  private readingOf(app: CustomerApp): ClockReading {
    return { now: this.clocks.nowOf(app), frozen: app.clock.frozenAt !== null };
  }
}

/** A participant that is away, or time that is over: both pass. */
function isPassing(error: unknown): boolean {
  if (error instanceof PeerUnavailable) return true;
  return error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
}

function earlierOf(first: Date | null, one: Date | null): Date | null {
  return one && (!first || one < first) ? one : first;
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date | null, other: Date): Date => (one && one < other ? one : other);
const before = (stop: Date | null): Date | null => stop && new Date(stop.getTime() - 1);

interface ClockReading {
  readonly now: Date;
  readonly frozen: boolean;
}

interface Course {
  /** Null when the clock is only frozen or released. */
  readonly target: Date | null;
  /** State before this move, and before an incomplete one. */
  readonly wasFrozen: boolean;
  readonly frozen: boolean;
}

interface Walk {
  readonly customerAppId: CustomerAppId;
  readonly target: Date;
  readonly deadline: number;
}
