import type { Logger } from '@towpath/observability';

/** Injection token for the process's logger. */
export abstract class SandboxLogger {
  abstract info: Logger['info'];
  abstract warn: Logger['warn'];
  abstract error: Logger['error'];
}
