import { setSourceMapsSupport } from 'node:module';
import { constants } from 'node:os';

/**
 * Preloaded with `--import`: stack traces name our sources. `--enable-source-maps` would keep the
 * maps of all packages in memory as well, 12 MiB per process.
 */
setSourceMapsSupport(true, { nodeModules: false });

/**
 * The first process of a container ignores a signal without a listener. The program adds its own
 * listener after its modules are loaded. Until then SIGTERM and SIGINT end it with the code that
 * they have elsewhere, because an interrupted migration has not succeeded.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  const end = (): void => process.exit(128 + constants.signals[signal]);
  const giveWay = (event: string | symbol, listener: unknown): void => {
    if (event !== signal || listener === end) return;
    process.removeListener('newListener', giveWay);
    // Not before the other is there: without any listener Node gives the signal back to the system.
    queueMicrotask(() => process.removeListener(signal, end));
  };
  process.on('newListener', giveWay);
  process.on(signal, end);
}
