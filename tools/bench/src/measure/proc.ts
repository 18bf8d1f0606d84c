import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of `/proc`, the same on every Linux that Node runs on. */
const TICKS_PER_S = 100;

interface Stat {
  readonly parent: number;
  /** ms on a CPU, with children that have ended. */
  readonly cpuMs: number;
}

/** CPU time in ms that a process and its children have used; the living ones' children not. */
export function cpuMs(pid: number): number {
  return familyOf(pid).reduce((sum, { stat }) => sum + stat.cpuMs, 0);
}

/** CPU time in ms of a process without children that has one thread, to the microsecond. */
export function threadCpuMs(pid: number): number {
  return Number(readProc(`/proc/${pid}/schedstat`).split(' ')[0]) / 1_000_000;
}

/** Memory in MiB of a process and its children; what they share is counted once. */
export function memoryMib(pid: number): number {
  const kib = familyOf(pid).reduce((sum, member) => sum + proportionalKib(member.pid), 0);
  return kib / 1024;
}

function familyOf(pid: number): { readonly pid: number; readonly stat: Stat }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(Number(name)) }))
    .flatMap(({ pid: each, stat }) =>
      stat && (each === pid || stat.parent === pid) ? [{ pid: each, stat }] : [],
    );
}

/** Undefined for a process that is gone. */
function statOf(pid: number): Stat | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  // The program's name is in parentheses and may hold blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 16) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), cpuMs: (ticks * 1000) / TICKS_PER_S };
}

function proportionalKib(pid: number): number {
  const match = /^Pss:\s+(\d+) kB$/m.exec(readProc(`/proc/${pid}/smaps_rollup`));
  return Number(match?.[1] ?? 0);
}

/** Empty for a process that is gone. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
