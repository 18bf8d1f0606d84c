import { ConfigError } from '@towpath/config';
import {
  isInfrastructureError,
  MissingKey,
  RowSecurityBypassed,
  SchemaBehind,
  sqlStateOf,
} from '@towpath/persistence';

/** The process cannot start, for a reason that its operator can correct. One clear sentence. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Describes why a port cannot be opened; other errors are unchanged. */
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

/** SQLSTATE classes of a refused login and of an unknown database. */
const NO_ACCESS = ['28', '3D'];

/**
 * One clear sentence for a problem that an operator can correct; undefined for a defect, whose
 * stack is more useful.
 */
export function startupSentence(error: unknown): string | undefined {
  if (
    error instanceof StartupError ||
    error instanceof ConfigError ||
    error instanceof MissingKey
  ) {
    return error.message;
  }
  if (error instanceof SchemaBehind || error instanceof RowSecurityBypassed) {
    return `This database cannot be used: ${error.message}.`;
  }
  if (isInfrastructureError(error)) {
    return `The database cannot be reached (${reasonOf(error)}): start it or set DATABASE_URL.`;
  }
  if (NO_ACCESS.includes(sqlStateOf(error)?.slice(0, 2) ?? '')) {
    return `The database refuses the login (${reasonOf(error)}): check DATABASE_URL.`;
  }
  return undefined;
}

/** A connection that failed on several addresses has a code but no message. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return message ? message : (code ?? 'unknown reason');
}
