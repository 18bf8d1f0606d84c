/** The process cannot start, for a reason that its operator can mend. One clear sentence. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Says what is wrong when a port cannot be opened; other errors pass through. */
export function portProblem(
  error: unknown,
  { host, port, variable }: { host: string; port: number; variable: string },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} on ${host} is already in use: stop what uses it or set ${variable}.`,
      );
    case 'EACCES':
      return new StartupError(`Port ${port} may not be opened by this user: set ${variable}.`);
    case 'EADDRNOTAVAIL':
      return new StartupError(`This machine has no address ${host}: set HOST.`);
    default:
      return error;
  }
}
