import { ConfigError } from '@towpath/config';
import { StartError } from '@towpath/local-system';

const THREE_WAYS =
  'Install Java 17 (and Maven), or run everything with Docker Compose ' +
  '(docs/containers.md), or set KAFKA_BROKERS to an existing Kafka.';

/** What a user reads when the system cannot start: a sentence, and what the failed part said last. */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof StartError)) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const lines = error.lastLines.map((line) => `    ${readable(line)}`);
  return [`${error.message}${remedy(error)}`, ...lines].join('\n');
}

function remedy({ code }: StartError): string {
  switch (code) {
    case 'NO_JAVA':
    case 'OLD_JAVA':
    case 'NO_MAVEN':
      return ` ${THREE_WAYS}`;
    case 'PORT_TAKEN':
      return ' Stop that program, or choose another port with PORT.';
    default:
      return '';
  }
}

/** A JSON log line as text: level, message and error; any other line as it is. */
export function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { level, message, error } = JSON.parse(line) as Record<string, unknown>;
    const cause = (error as { message?: unknown } | undefined)?.message;
    const parts = [level, message, cause === message ? undefined : cause];
    return parts.filter((part) => part !== undefined).join(' ');
  } catch {
    return line;
  }
}
