import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import { awaitedLater, Clock, DomainError, type CustomerAppId } from '@towpath/kernel';
import { requestContext, type Logger } from '@towpath/observability';
import type { TestClockResponse } from '@towpath/contracts';
import type { ClockState } from '../customer-apps/customer-app.js';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { ClockMovesService, isAdvancing, type ClockMove } from './clock-moves.service.js';
import { ClockParticipants } from './clock-participants.js';
import { setTimeout as delay } from 'node:timers/promises';
import { JobLocks } from '@towpath/persistence';

const POLL_MS = 20;

/**
 * Permits one move of an app's clock at a time, over all replicas. Two concurrent moves would set
 * different instants, and the clock would jump back. Apps do not wait for each other.
 */
@Injectable()
export class ClockTurns implements OnApplicationShutdown {
  constructor(
    private readonly clock: Clock,
    private readonly locks: JobLocks,
  ) {}

  /** Undefined when its turn has not come by the deadline (epoch ms). */
  async take<T extends object>(
    { app, deadline }: { readonly app: CustomerAppId; readonly deadline: number },
    move: () => Promise<T>,
  ): Promise<T | undefined> {
    for (;;) {
      const moved = await this.tryTake(app, move);
      if (moved || this.clock.system().getTime() > deadline) return moved;
      await delay(POLL_MS);
    }
  }

  /** Undefined when the clock is being moved. */
  tryTake<T extends object>(app: CustomerAppId, move: () => Promise<T>): Promise<T | undefined> {
    return this.locks.tryRun(`clock ${app}`, move);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.locks.close();
  }
}

/** An advance that takes longer is answered with its target, and goes on. */
const ANSWER_MS = 5_000;
/** Longest time of one step: of a participant with what is due, and of events until they are handled. */
const STEP_MS = 60_000;
/** A clock that keeps finding due work at one instant would never arrive. */
const MAX_STEPS = 100_000;

interface ClockChange {
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
export class ClockService implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();
  private stopping = false;

  constructor(
    private readonly clock: Clock,
    private readonly apps: CustomerAppsReads,
    private readonly participants: ClockParticipants,
    private readonly moves: ClockMovesService,
    private readonly turns: ClockTurns,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async get(customerAppId: CustomerAppId): Promise<TestClockResponse> {
    (await this.apps.get(customerAppId)).assertTestApp();
    return this.read(customerAppId);
  }

  async change(customerAppId: CustomerAppId, change: ClockChange): Promise<TestClockResponse> {
    const { advanceSeconds, frozen } = change;
    if (advanceSeconds === 0 && frozen === undefined) return this.get(customerAppId);
    (await this.apps.get(customerAppId)).assertMovableClock();
    const turn = { app: customerAppId, deadline: this.clock.system().getTime() + ANSWER_MS };
    const answer = Promise.withResolvers<TestClockResponse>();
    // The move outlives the request and its deadline.
    const moving = requestContext.leave(() =>
      this.turns.take(turn, async () => {
        const late = setTimeout(() => {
          this.read(customerAppId).then(answer.resolve, answer.reject);
        }, ANSWER_MS);
        return this.move(customerAppId, change).finally(() => clearTimeout(late));
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
      else if (isLeft) await this.moves.settle(customerAppId);
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
  private async move(
    customerAppId: CustomerAppId,
    { advanceSeconds, frozen: wanted }: ClockChange,
  ): Promise<TestClockResponse> {
    // Between two tries of an advance its turn is free, and its target stays.
    if (await this.moves.isAdvancing(customerAppId)) throw isAdvancing();
    const app = await this.apps.get(customerAppId);
    const now = this.moves.nowOf(app).getTime();
    const frozen = wanted ?? app.clock.frozenAt !== null;
    const target = advanceSeconds === 0 ? null : new Date(now + advanceSeconds * 1_000);
    const move = { target, advanceSeconds: target && advanceSeconds, frozen, settled: false };
    await this.moves.begin(customerAppId, move);
    try {
      await this.pursue(customerAppId, move);
    } catch (error) {
      if (!target) await this.moves.settle(customerAppId);
      if (!isPassing(error)) throw error;
      if (!target) throw new DomainError('SERVICE_UNAVAILABLE', 'Repeat the request to go on.');
    }
    return this.read(customerAppId);
  }

  private async pursue(customerAppId: CustomerAppId, { target, frozen }: ClockMove): Promise<void> {
    if (target) await this.walk(customerAppId, target);
    // The walk ends with a clock that every participant has frozen at the target.
    if (!target || !frozen) await this.arrive(customerAppId, target, frozen);
    const done = { target: null, advanceSeconds: null, frozen, settled: true };
    await this.moves.write(customerAppId, done);
  }

  /**
   * Sends the clock to every participant, also if unchanged, because it may have missed the last
   * move.
   */
  private async arrive(
    customerAppId: CustomerAppId,
    target: Date | null,
    frozen: boolean,
  ): Promise<void> {
    const app = await this.apps.get(customerAppId);
    if (target || (app.clock.frozenAt !== null) !== frozen) {
      await this.set(customerAppId, this.moves.clockAt(target ?? this.moves.nowOf(app), frozen));
    } else {
      await this.moves.send(customerAppId, app.clock, this.stepEnd());
    }
  }

  /** Freezes the clock at each instant on the way, so that results are deterministic. */
  private async walk(customerAppId: CustomerAppId, target: Date): Promise<void> {
    let at = this.moves.nowOf(await this.apps.get(customerAppId));
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await this.awaitQuiet(customerAppId);
      const { dueAt, stopAt } = await this.participants.nextDue(customerAppId);
      if (dueAt === null || dueAt > target) break;
      // Up to the next stop and not onto it: what is due before it is done before it.
      const next = stopAt && stopAt <= dueAt ? stopAt : earliest(before(stopAt), target);
      at = latest(next, at);
      await this.set(customerAppId, this.moves.clockAt(at, true));
      await this.moves.reached(customerAppId);
    }
    await this.set(customerAppId, this.moves.clockAt(target, true));
    await this.awaitQuiet(customerAppId);
  }

  private set(customerAppId: CustomerAppId, clock: ClockState): Promise<void> {
    if (this.stopping) throw new DomainError('SERVICE_UNAVAILABLE', 'The process ends.');
    return this.moves.set(customerAppId, clock, this.stepEnd());
  }

  private stepEnd(): number {
    return this.clock.system().getTime() + STEP_MS;
  }

  private async awaitQuiet(app: CustomerAppId): Promise<void> {
    const deadline = this.stepEnd();
    for (let quietRounds = 0; quietRounds < 2;) {
      quietRounds = (await this.participants.areQuiet(app)) ? quietRounds + 1 : 0;
      if (this.stopping || this.clock.system().getTime() > deadline) {
        throw new DomainError('SERVICE_UNAVAILABLE', 'The services did not finish their work.');
      }
      if (quietRounds < 2) await delay(POLL_MS);
    }
  }

  /** During an advance with its target, and whether it is stopped then. */
  private async read(customerAppId: CustomerAppId): Promise<TestClockResponse> {
    const [app, move] = await Promise.all([
      this.apps.get(customerAppId),
      this.moves.read(customerAppId),
    ]);
    const now = this.moves.nowOf(app).toISOString();
    if (!move?.target || move.settled) return { now, frozen: app.clock.frozenAt !== null };
    return { now, frozen: move.frozen, advancing_to: move.target.toISOString() };
  }
}

/** A participant that is away, or time that is over: both pass. */
function isPassing(error: unknown): boolean {
  if (error instanceof PeerUnavailable) return true;
  return error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date | null, other: Date): Date => (one && one < other ? one : other);
const before = (stop: Date | null): Date | null => stop && new Date(stop.getTime() - 1);
