import type { Bars } from '../figures.js';
import type { CpuUse } from '../measure/cpu-meter.js';

const SMALLEST_MS = 0.005;

/** CPU ms per operation, by process. */
export function cpuBars(
  title: string,
  { cpu, count }: { readonly cpu: CpuUse; readonly count: number },
): Bars {
  const bars = Object.entries(cpu).map(([label, ms]) => ({ label, value: ms / count }));
  const shown = bars.filter(({ value }) => value >= SMALLEST_MS);
  return { kind: 'bars', title, unit: 'ms', bars: shown };
}
