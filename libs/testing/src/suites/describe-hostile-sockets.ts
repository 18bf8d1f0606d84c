import { HOSTILE_SOCKET_CHECKS, type ListeningPort } from './hostile-socket-checks.js';
import { describeChecks } from './suite-check.js';

/**
 * Checks what no caller may do to a listening port, in any phase of a request: end its process,
 * delay other callers, cause an error line, or keep memory.
 */
export function describeHostileSockets(name: string, ports: () => readonly ListeningPort[]): void {
  describeChecks(`hostile callers of ${name}`, { checks: HOSTILE_SOCKET_CHECKS, subject: ports });
}
