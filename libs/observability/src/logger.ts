import { pino, type Bindings, type DestinationStream, type Logger as PinoLogger } from 'pino';

import { redact, scrubText } from './redact.js';
import { requestContext } from './request-context.js';
import { traceIdOf } from './traceparent.js';

/** A pino logger: `logger.info({ facts }, 'what happened')`. Every line is redacted. */
export type Logger = PinoLogger;

export interface LoggerOptions {
  readonly service: string;
  readonly level?: string;
  /** Destination of log lines; default stdout. */
  readonly destination?: DestinationStream;
}

const FLUSH_INTERVAL_MS = 500;
const BUFFER_BYTES = 4096;

/**
 * JSON lines with the service, the request, trace and customer-app IDs of the running request.
 * Stdout is buffered for at most half a second; call `flush()` before the process ends.
 */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  const logger = pino(
    {
      level,
      base: { service },
      messageKey: 'message',
      errorKey: 'error',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // errors are flattened and scrubbed before pino sees them
      serializers: { error: unchanged, err: unchanged },
      mixin: contextFields,
      hooks: {
        logMethod(args, method) {
          method.apply(this, safeArguments(args) as typeof args);
        },
      },
    },
    destination ??
      pino.destination({
        sync: false,
        minLength: BUFFER_BYTES,
        periodicFlush: FLUSH_INTERVAL_MS,
      }),
  );
  const child = logger.child;
  logger.child = function redactedChild(this: Logger, bindings: Bindings, ...options: never[]) {
    return child.call(this, redact(bindings) as Bindings, ...options);
  } as Logger['child'];
  return logger;
}

/** A logger without output, for tests and for code that runs without a service. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}

function safeArguments(args: readonly unknown[]): unknown[] {
  const [first, ...rest] = args;
  if (!(first instanceof Error)) return args.map(redact);
  const message = rest.length > 0 ? rest.map(redact) : [scrubText(first.message)];
  return [{ error: redact(first) }, ...message];
}

function unchanged(value: unknown): unknown {
  return value;
}

function contextFields(): Record<string, string> {
  const context = requestContext.current();
  if (!context) return {};
  const fields: Record<string, string> = { request_id: context.requestId };
  if (context.customerAppId) fields['customer_app_id'] = context.customerAppId;
  const traceId = traceIdOf(context.traceparent);
  if (traceId) fields['trace_id'] = traceId;
  return fields;
}
