import { eventually } from '@towpath/local-system';
import { ATTACKS, PATIENCE_MS, type Attack, type AttackTarget } from './hostile-attacks.js';
import { describeChecks, type SuiteCheck } from './suite-check.js';

/** A listening port of a running process. */
export interface ListeningPort extends AttackTarget {
  readonly name: string;
  /** Whether the process that was attacked still runs. */
  lives(): boolean;
  /** Rejects when another caller is not served within a time that the port chooses. */
  serveAnother(): Promise<void>;
  /** Lines at level error or worse since the process started. */
  errorLines(): readonly string[];
  /** Memory of the process in MiB. */
  memoryMiB(): number;
}

/** Memory in MiB that a process may keep for later requests, such as buffers and compiled code. */
const SPARE_MIB = 64;
/** Number of checked log lines; the next attack reports a line that arrives late. */
const linesSeen = new WeakMap<ListeningPort, number>();

/** One check for each attack; it is made on all ports at once. */
export const HOSTILE_SOCKET_CHECKS: readonly SuiteCheck<readonly ListeningPort[]>[] = ATTACKS.map(
  (attack) => ({
    name: `lives through a caller who ${attack.name}`,
    faults: async (ports) => {
      const found = await Promise.all(ports.map((port) => faultsOf(port, attack)));
      return found.flat();
    },
  }),
);

/**
 * Checks what no caller may do to a listening port, in any phase of a request: end its process,
 * delay other callers, cause an error line, or keep memory.
 */
export function describeHostileSockets(name: string, ports: () => readonly ListeningPort[]): void {
  describeChecks(`hostile callers of ${name}`, { checks: HOSTILE_SOCKET_CHECKS, subject: ports });
}

async function faultsOf(port: ListeningPort, attack: Attack): Promise<string[]> {
  const faults: string[] = [];
  const note = (what: string) => (error: unknown) => {
    faults.push(`${port.name} ${what}: ${(error as Error).message}`);
  };
  const served = (when: string) =>
    port.serveAnother().catch(note(`serves no other caller ${when}`));
  const linesBefore = linesSeen.get(port) ?? port.errorLines().length;
  const memoryBefore = port.memoryMiB();
  await attack.run(port, () => served('meanwhile')).catch(note('does not refuse the caller'));
  await served('afterwards');
  if (!port.lives()) return [...faults, `the process of ${port.name} has ended`];
  const most = memoryBefore + SPARE_MIB;
  const { patienceMs: deadlineMs = PATIENCE_MS } = port;
  await eventually(() => port.memoryMiB() <= most, { deadlineMs }).catch(() =>
    faults.push(`${port.name} keeps ${port.memoryMiB()} MiB instead of ${memoryBefore}`),
  );
  const lines = port.errorLines();
  linesSeen.set(port, lines.length);
  const fresh = lines.slice(linesBefore);
  return [...faults, ...fresh.map((line) => `${port.name} logs ${line.slice(0, 400)}`)];
}
