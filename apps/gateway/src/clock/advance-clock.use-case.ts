import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import { awaitedLater, Clock, DomainError, type CustomerAppId } from '@towpath/kernel';
import { requestContext, type Logger } from '@towpath/observability';
import type { ClockState } from '../customer-apps/domain/customer-app.js';
import { ClockTurns } from './clock-turns.js';
import { ClockMoves } from './persistence/clock-moves.js';
import { ClockParticipants } from './clock-participants.js';
import type { ClockMove, NextDue } from './ports.js';
import { SetClock } from './set-clock.js';
import { TellClock } from './tell-clock.js';

/** An advance that takes longer is answered with its target, and goes on. */
const ANSWER_MS = 5_000;
/** Longest time of one step: of a participant with what is due, and of events until they are handled. */
const STEP_MS = 60_000;
const RETRY_AFTER_SECONDS = 1;
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
 * depend on its instant runs together, up to the next instant of other work. The target is kept:
 * after a failure or a restart the move goes on from the instant that it reached.
 */
@Injectable()
export class AdvanceClock implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();
  private stopping = false;

  constructor(
    private readonly clock: Clock,
    private readonly settings: SetClock,
    private readonly clocks: TellClock,
    private readonly participants: ClockParticipants,
    private readonly moves: ClockMoves,
    private readonly turns: ClockTurns,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(input: AdvanceClockInput): Promise<ClockReading> {
    const { customerAppId, advanceSeconds, frozen } = input;
    (await this.settings.read(customerAppId)).assertTestApp();
    if (advanceSeconds === 0 && frozen === undefined) return this.read(customerAppId);
    const turn = { customerAppId, deadline: this.clock.system().getTime() + ANSWER_MS };
    const answer = Promise.withResolvers<ClockReading>();
    // The move outlives the request and its deadline.
    const moving = requestContext.leave(() =>
      this.turns.take(turn, async () => {
        const late = setTimeout(() => {
          this.read(customerAppId).then(answer.resolve, answer.reject);
        }, ANSWER_MS);
        return this.move(input).finally(() => clearTimeout(late));
      }),
    );
    this.keep(
      moving.then((moved) => {
        if (moved) answer.resolve(moved);
        else answer.reject(isAdvancing());
      }, answer.reject),
    );
    return answer.promise;
  }

  /** Continues a move that a failure or the end of a process has interrupted. */
  resume(customerAppId: CustomerAppId): void {
    const resumed = this.turns.tryTake(customerAppId, async () => {
      const move = await this.moves.read(customerAppId);
      const isLeft = move !== undefined && !move.settled;
      if (isLeft && move.target) await this.pursue(customerAppId, move);
      else if (isLeft) await this.clocks.settle(customerAppId);
      return {};
    });
    const log = (error: unknown) => this.logger.warn({ error, customerAppId }, 'a clock waits');
    this.keep(resumed.catch(log));
  }

  /** A move ends after its present step; the next process continues it. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** `work` never rejects. */
  private keep(work: Promise<unknown>): void {
    const kept = awaitedLater(work.finally(() => this.running.delete(kept)));
    this.running.add(kept);
  }

  /** Reads the clock within the turn, because the previous move has changed it. */
  private async move({ customerAppId, ...asked }: AdvanceClockInput): Promise<ClockReading> {
    // Between two tries of an advance its turn is free, and its target stays.
    if (await this.moves.isAdvancing(customerAppId)) throw isAdvancing();
    const { clock } = await this.settings.read(customerAppId);
    const now = this.clocks.nowOf({ clock }).getTime();
    const { advanceSeconds, frozen = clock.frozenAt !== null } = asked;
    const target = advanceSeconds === 0 ? null : new Date(now + advanceSeconds * 1_000);
    const move = { target, advanceSeconds: target && advanceSeconds, frozen, settled: false };
    await this.moves.write(customerAppId, move);
    try {
      await this.pursue(customerAppId, move);
    } catch (error) {
      if (!target) await this.clocks.settle(customerAppId);
      if (!isPassing(error)) throw error;
      if (!target) throw new DomainError('SERVICE_UNAVAILABLE', 'Repeat the request to go on.');
    }
    return this.read(customerAppId);
  }

  private async pursue(customerAppId: CustomerAppId, { target, frozen }: ClockMove): Promise<void> {
    if (target) await this.walk(customerAppId, target);
    // The walk ends with a clock that every participant has frozen at the target.
    if (!target || !frozen) await this.arrive({ customerAppId, target, frozen });
    const done = { target: null, advanceSeconds: null, frozen, settled: true };
    await this.moves.write(customerAppId, done);
  }

  /**
   * Sends the clock to every participant, also if unchanged, because it may have missed the last
   * move.
   */
  private async arrive({ customerAppId, target, frozen }: Arrival): Promise<void> {
    const app = await this.settings.read(customerAppId);
    if (target || (app.clock.frozenAt !== null) !== frozen) {
      await this.set(customerAppId, this.clocks.clockAt(target ?? this.clocks.nowOf(app), frozen));
    } else {
      await this.clocks.tell(customerAppId, app.clock, this.stepEnd());
    }
  }

  /** Freezes the clock at each instant on the way, so that results are deterministic. */
  private async walk(customerAppId: CustomerAppId, target: Date): Promise<void> {
    let at = this.clocks.nowOf(await this.settings.read(customerAppId));
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await this.awaitQuiet(customerAppId);
      const { dueAt, stopAt } = await this.earliest(customerAppId);
      if (dueAt === null || dueAt > target) break;
      // Up to the next stop and not onto it: what is due before it is done before it.
      const next = stopAt && stopAt <= dueAt ? stopAt : earliest(before(stopAt), target);
      at = latest(next, at);
      await this.set(customerAppId, this.clocks.clockAt(at, true));
      await this.moves.reached(customerAppId);
    }
    await this.set(customerAppId, this.clocks.clockAt(target, true));
    await this.awaitQuiet(customerAppId);
  }

  private set(customerAppId: CustomerAppId, clock: ClockState): Promise<void> {
    if (this.stopping) throw new DomainError('SERVICE_UNAVAILABLE', 'The process ends.');
    return this.clocks.set(customerAppId, clock, this.stepEnd());
  }

  private stepEnd(): number {
    return this.clock.system().getTime() + STEP_MS;
  }

  private async earliest(app: CustomerAppId): Promise<NextDue> {
    const due = await Promise.all(this.participants.all().map((one) => one.nextDue(app)));
    return {
      dueAt: due.map(({ dueAt }) => dueAt).reduce(earlierOf, null),
      stopAt: due.map(({ stopAt }) => stopAt).reduce(earlierOf, null),
    };
  }

  private async awaitQuiet(app: CustomerAppId): Promise<void> {
    const deadline = this.stepEnd();
    for (let quietRounds = 0; quietRounds < 2;) {
      const quiet = await Promise.all(this.participants.all().map((one) => one.isQuiet(app)));
      quietRounds = quiet.every(Boolean) ? quietRounds + 1 : 0;
      if (this.stopping || this.clock.system().getTime() > deadline) {
        throw new DomainError('SERVICE_UNAVAILABLE', 'The services did not finish their work.');
      }
      if (quietRounds < 2) await new Promise((resolve) => setTimeout(resolve, QUIET_POLL_MS));
    }
  }

  private async read(customerAppId: CustomerAppId): Promise<ClockReading> {
    const [app, move] = await Promise.all([
      this.settings.read(customerAppId),
      this.moves.read(customerAppId),
    ]);
    const now = this.clocks.nowOf(app);
    if (!move?.target || move.settled) {
      return { now, frozen: app.clock.frozenAt !== null, advancingTo: null };
    }
    return { now, frozen: move.frozen, advancingTo: move.target };
  }
}

/** For a write that comes while the clock of its app advances. */
export function isAdvancing(): DomainError {
  const what = 'The clock of the app advances. Read GET /testing/clock until it has arrived.';
  return new DomainError('CLOCK_ADVANCING', what, { retryAfterSeconds: RETRY_AFTER_SECONDS });
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
  /** Whether it is stopped; of an advance: after it. */
  readonly frozen: boolean;
  /** Target of an advance that has not arrived. */
  readonly advancingTo: Date | null;
}

interface Arrival extends Pick<ClockMove, 'target' | 'frozen'> {
  readonly customerAppId: CustomerAppId;
}
