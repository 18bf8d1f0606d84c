import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@towpath/observability';

/** Nest's own messages through the service's logger. What Nest calls "log" is detail: debug. */
export function nestLogger(logger: Logger): LoggerService {
  const facts = (rest: readonly unknown[]) => ({ context: rest.at(-1) });
  return {
    log: (message, ...rest: unknown[]) => logger.debug(facts(rest), String(message)),
    warn: (message, ...rest: unknown[]) => logger.warn(facts(rest), String(message)),
    debug: (message, ...rest: unknown[]) => logger.trace(facts(rest), String(message)),
    verbose: (message, ...rest: unknown[]) => logger.trace(facts(rest), String(message)),
    error: (message: unknown, ...rest: unknown[]) =>
      message instanceof Error
        ? logger.error({ error: message, ...facts(rest) }, message.message)
        : logger.error(facts(rest), String(message)),
  };
}
