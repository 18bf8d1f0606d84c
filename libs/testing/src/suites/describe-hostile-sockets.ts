import { HOSTILE_SOCKET_CHECKS, type ListeningPort } from './hostile-socket-checks.js';
import { describeChecks } from './suite-check.js';

/**
 * What no caller can do to a listening port, in whichever phase of a request it goes wrong: end its
 * process, keep other callers waiting, cause an error line, or keep memory.
 */
export function describeHostileSockets(name: string, ports: () => readonly ListeningPort[]): void {
  describeChecks(`hostile callers of ${name}`, { checks: HOSTILE_SOCKET_CHECKS, subject: ports });
}
