/**
 * A deadline of the tests, on this machine now. `npm test` measures how many times slower it is than
 * the machine for which deadlines are written, and passes that factor to all its processes.
 */
export function patient(deadlineMs: number): number {
  return deadlineMs * Number(process.env['TEST_PATIENCE'] ?? 1);
}
