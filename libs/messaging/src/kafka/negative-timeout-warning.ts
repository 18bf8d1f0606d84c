let muted = false;

/**
 * KafkaJS schedules a check "0 ms after a time in the past"; Node rounds it up and warns once per
 * process. Harmless, so that one warning is dropped when KafkaJS caused it, and no other.
 */
export function muteNegativeTimeoutWarning(): void {
  if (muted) return;
  muted = true;
  const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]): void => {
    if (args[1] === 'TimeoutNegativeWarning' && calledByKafkaJs()) return;
    emitWarning(...args);
  };
}

function calledByKafkaJs(): boolean {
  return new Error().stack?.includes('/kafkajs/') ?? false;
}
