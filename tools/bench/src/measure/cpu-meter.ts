import type { System } from '@towpath/local-system';
import { cpuMs } from './proc.js';

/** CPU ms by process. */
export type CpuUse = Readonly<Record<string, number>>;

/** Programs of a system by the name that reports use, with their process IDs. */
export function programsOf(system: System): readonly { name: string; pid: number }[] {
  const { postgres, kafka } = system;
  const all = [
    ...system.services.map(({ name, pid }) => ({ name, pid })),
    { name: 'PostgreSQL', pid: postgres?.pid },
    { name: 'Kafka', pid: kafka?.pid },
  ];
  return all.flatMap(({ name, pid }) => (pid === undefined ? [] : [{ name, pid }]));
}

/** Measures from now on; the returned function tells what was used since. */
export function meterCpu(system: System): () => CpuUse {
  const before = read(system);
  return () => {
    const after = read(system);
    const used = Object.keys(after).map((name) => [
      name,
      Math.max(0, (after[name] ?? 0) - (before[name] ?? 0)),
    ]);
    return Object.fromEntries(used) as CpuUse;
  };
}

/** CPU ms of everything but the sandbox: its banks and gateways are no part of the product. */
export function systemMs({ sandbox: _, ...use }: CpuUse): number {
  return Object.values(use).reduce((sum, ms) => sum + ms, 0);
}

function read(system: System): CpuUse {
  return Object.fromEntries(programsOf(system).map(({ name, pid }) => [name, cpuMs(pid)]));
}
