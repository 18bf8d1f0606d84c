import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type ServiceProcess, type System } from '@towpath/local-system';
import type { Freeze } from './plan-freezes.js';
import type { Kill } from './plan-kills.js';
import { reviveService, victimsOf, type Victim } from './victims.js';

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
  async lastKill(name: string): Promise<void> {
    await this.carryOut({ name, afterMs: 0, deadForMs: 0 });
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

  private async carryOut({ name, afterMs, deadForMs }: Kill): Promise<void> {
    const victim = this.victims.get(name);
    if (!victim) throw new Error(`there is no process ${name}`);
    await pause(afterMs);
    this.log(`  kill -9 ${name}, back after ${(deadForMs / 1000).toFixed(1)} s`);
    this.kills += 1;
    this.down.add(name);
    this.lastKillAt = performance.now();
    await victim.kill();
    await pause(deadForMs);
    await victim.revive();
    this.down.delete(name);
  }
}
