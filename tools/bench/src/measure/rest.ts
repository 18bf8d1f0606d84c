import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '@towpath/local-system';
import { meterCpu, programsOf, type CpuUse } from './cpu-meter.js';
import { memoryMib } from './proc.js';

/** What a system uses while nobody asks for anything. */
export interface Rest {
  /** ms in a second, by process. */
  readonly cpu: CpuUse;
  /** MiB by process. */
  readonly memory: Readonly<Record<string, number>>;
}

export async function restOf(system: System, seconds: number): Promise<Rest> {
  const used = meterCpu(system);
  await pause(seconds * 1000);
  const cpu = Object.entries(used()).map(([name, ms]) => [name, ms / seconds]);
  return { cpu: Object.fromEntries(cpu) as CpuUse, memory: memoryOf(system) };
}

/** MiB that every process of the system takes now. */
export function memoryOf(system: System): Rest['memory'] {
  return Object.fromEntries(programsOf(system).map(({ name, pid }) => [name, memoryMib(pid)]));
}
