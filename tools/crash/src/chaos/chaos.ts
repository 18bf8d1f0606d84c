import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type ServiceProcess, type System } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import type { Freeze, Kill } from './plan.js';

/** A process of the system that can be killed and brought back. */
interface Victim {
  readonly name: string;
  kill(): Promise<void>;
  /** Stops the process; the returned function continues it. */
  freeze(): () => void;
  /** Resolves when it serves again. */
  revive(): Promise<void>;
}

const REVIVE_DEADLINE_MS = 120_000;

const READY_DEADLINE_MS = 20_000;

/** Load that goes on undisturbed after the processes of a cycle are back. */
const CALM_MS = 2_000;

/** Kills processes and starts them again, without a warning. */
export class Chaos {
  private readonly victims: ReadonlyMap<string, Victim>;
  /** Killed, and not serving again yet. */
  private readonly down = new Set<string>();
  /** Processes that ended by themselves, with their last words. */
  readonly ended: string[] = [];
  kills = 0;
  freezes = 0;
  /** By the monotonic clock, ms. */
  lastKillAt = -Infinity;

  constructor(
    private readonly system: System,
    private readonly log: (line: string) => void,
  ) {
    this.victims = new Map(victimsOf(system).map((victim) => [victim.name, victim]));
  }

  get names(): string[] {
    return [...this.victims.keys()];
  }

  async cycle(kills: readonly Kill[], freeze?: Freeze): Promise<void> {
    await Promise.all([
      ...kills.map((kill) => this.carryOut(kill)),
      ...(freeze ? [this.standStill(freeze)] : []),
    ]);
    await this.allReady();
    await pause(CALM_MS);
  }

  /** One more kill, whose victim is brought back at once. */
  async killNow(name: string, { why }: { readonly why?: string } = {}): Promise<void> {
    await this.carryOut({ name, afterMs: 0, deadForMs: 0 }, why);
  }

  /** Called for a process that ended by itself; one that cannot start yet is tried again. */
  endedByItself(message: string): void {
    const [name = ''] = message.split(' ');
    if (this.down.has(name)) return;
    this.ended.push(message);
    this.log(`  ${message}`);
  }

  /** Every service runs and serves. */
  async allReady(): Promise<void> {
    await Promise.all(this.system.services.map(reviveService));
  }

  private async standStill({ name, afterMs, frozenForMs, hasReplica }: Freeze): Promise<void> {
    const victim = this.victims.get(name);
    if (!victim) throw new Error(`there is no process ${name}`);
    const service = this.system.services.find((each) => each.name === name);
    const replica = hasReplica && service ? await this.secondOf(service) : undefined;
    await pause(afterMs);
    const second = replica ? ', with a second replica' : '';
    this.log(`  SIGSTOP ${name} for ${(frozenForMs / 1000).toFixed(1)} s${second}`);
    this.freezes += 1;
    const goOn = victim.freeze();
    await pause(frozenForMs);
    goOn();
    await replica?.stop();
  }

  /** It publishes, consumes and runs due jobs; callers know the first one only. */
  private async secondOf(service: ServiceProcess): Promise<ServiceProcess> {
    const replica = service.replica({ port: await freePort(), internalPort: await freePort() });
    await reviveService(replica);
    return replica;
  }

  private async carryOut(
    { name, afterMs, deadForMs }: Kill,
    why = `back after ${(deadForMs / 1000).toFixed(1)} s`,
  ): Promise<void> {
    const victim = this.victims.get(name);
    if (!victim) throw new Error(`there is no process ${name}`);
    await pause(afterMs);
    this.log(`  kill -9 ${name}, ${why}`);
    this.kills += 1;
    this.down.add(name);
    this.lastKillAt = performance.now();
    await victim.kill();
    await pause(deadForMs);
    await victim.revive();
    this.down.delete(name);
  }
}

/** Every process of the system: the services, the sandbox, PostgreSQL and Kafka. */
function victimsOf(system: System): Victim[] {
  const { postgres, kafka } = system;
  if (!postgres || !kafka) throw new Error('a crash run needs servers of its own');
  return [
    ...system.services.map((service) => ({
      name: service.name,
      kill: () => service.kill(),
      freeze: () => freeze(service.pid),
      revive: () => reviveService(service),
    })),
    {
      name: 'PostgreSQL',
      kill: () => postgres.kill(),
      freeze: () => freeze(postgres.pid),
      revive: () => postgres.restart(),
    },
    {
      name: 'Kafka',
      kill: () => kafka.kill(),
      freeze: () => freeze(kafka.pid),
      revive: () => kafka.restart(),
    },
  ];
}

/** A process that is killed meanwhile no longer exists when it should continue. */
function freeze(pid: number | undefined): () => void {
  if (pid === undefined || !signalled(pid, 'SIGSTOP')) return () => undefined;
  return () => void signalled(pid, 'SIGCONT');
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** As a supervisor does it: a service that cannot start yet is started again. */
async function reviveService(service: ServiceProcess): Promise<void> {
  await eventually(
    async () => {
      await service.start();
      await service.ready(READY_DEADLINE_MS);
      return true;
    },
    { deadlineMs: REVIVE_DEADLINE_MS, describe: service.name },
  );
}
