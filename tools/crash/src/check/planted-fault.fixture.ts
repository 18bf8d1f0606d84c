import type { MutableEvidence } from './evidence-builder.fixture.js';
import type { ViolationName } from './violation.js';

export interface PlantedFault {
  readonly name: ViolationName;
  /** What went wrong, in words. */
  readonly fault: string;
  readonly plant: (evidence: MutableEvidence) => void;
}

export const fault = (
  name: ViolationName,
  words: string,
  plant: PlantedFault['plant'],
): PlantedFault => ({ name, fault: words, plant });

/** The first row with these values; a fixture without one cannot carry the fault. */
export function row<T extends object>(rows: readonly T[], values: Partial<T>): T {
  const found = rows.find((each) => fits(each, values));
  if (!found) throw new Error(`no row has ${JSON.stringify(values)}`);
  return found;
}

export function remove<T extends object>(rows: T[], values: Partial<T>): void {
  rows.splice(rows.indexOf(row(rows, values)), 1);
}

function fits<T extends object>(each: T, values: Partial<T>): boolean {
  return Object.entries(values).every(([name, value]) => each[name as keyof T] === value);
}
