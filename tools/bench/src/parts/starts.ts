import type { System } from '@towpath/local-system';
import type { PartResult } from '../figures.js';
import { programsOf } from '../measure/cpu-meter.js';
import { memoryMib } from '../measure/proc.js';
import type { RefusalTimes } from './missing-key.js';

export interface StartTimes {
  readonly coldMs: number;
  readonly warmMs: number;
}

/** MiB by process. */
export type MemoryUse = Readonly<Record<string, number>>;

/** What every process of the system takes now. */
export function memoryOf(system: System): MemoryUse {
  return Object.fromEntries(programsOf(system).map(({ name, pid }) => [name, memoryMib(pid)]));
}

export interface StartsSeen {
  readonly times: StartTimes;
  readonly refusals: RefusalTimes;
  readonly idle: MemoryUse;
  readonly worked: MemoryUse;
}

/** (f) How long the system takes to start or to refuse it, and the memory that it takes. */
export function starts({ times, refusals, idle, worked }: StartsSeen): PartResult {
  const { coldMs, warmMs } = times;
  const total = sum(worked);
  return {
    part: 'f',
    title: 'Start and memory',
    figures: [
      {
        id: 'cold_s',
        name: 'cold start: new databases and topics',
        value: coldMs / 1000,
        unit: 's',
      },
      {
        id: 'warm_s',
        name: 'warm start',
        value: warmMs / 1000,
        unit: 's',
        aim: { is: 'at most', value: 20 },
      },
      {
        id: 'refusal_s',
        name: 'a missing key file is told, the slowest service',
        value: Math.max(...Object.values(refusals)) / 1000,
        unit: 's',
        aim: { is: 'at most', value: 2 },
      },
      ...Object.entries(refusals).map(([name, ms]) => ({
        id: `refusal_s_${name}`,
        name: `a missing key file is told by ${name}`,
        value: ms / 1000,
        unit: 's',
      })),
      { id: 'idle_mib', name: 'memory after the start', value: sum(idle), unit: 'MiB' },
      {
        id: 'memory_mib',
        name: 'memory after the run',
        value: total,
        unit: 'MiB',
        aim: { is: 'at most', value: 1536 },
      },
      ...Object.entries(worked).map(([name, value]) => ({
        id: `memory_mib_${name}`,
        name: `memory of ${name}`,
        value,
        unit: 'MiB',
      })),
    ],
    plots: [
      {
        kind: 'bars',
        title: 'Memory after the run',
        unit: 'MiB',
        bars: Object.entries(worked).map(([label, value]) => ({ label, value })),
      },
    ],
  };
}

function sum(use: MemoryUse): number {
  return Object.values(use).reduce((total, each) => total + each, 0);
}
