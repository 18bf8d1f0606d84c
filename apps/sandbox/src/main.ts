import { ConfigError, loadConfig, printsUsage, redactConfig } from '@towpath/config';
import { endOnUnexpectedErrors } from '@towpath/http';
import { createLogger } from '@towpath/observability';

import { SandboxConfig } from './sandbox.config.js';
import { startSandbox } from './sandbox.js';

async function main(): Promise<void> {
  const purpose = 'Runs simulated banks and card gateways until SIGTERM.';
  if (printsUsage({ purpose, config: SandboxConfig })) return;
  const config = loadConfig(SandboxConfig);
  const logger = createLogger({ service: 'sandbox', level: config.logLevel });
  const sandbox = await startSandbox({ config, logger });
  logger.info({ config: redactConfig(config) }, 'sandbox is ready');

  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'sandbox stops');
    await sandbox.stop();
    logger.flush();
  };
  endOnUnexpectedErrors(process, { logger, close: () => sandbox.stop() });
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

try {
  await main();
} catch (error) {
  // A problem of configuration is the user's to mend: a sentence helps more than a stack.
  const logger = createLogger({ service: 'sandbox', destination: process.stderr });
  if (error instanceof ConfigError) logger.fatal(error.message);
  else logger.fatal({ error }, 'An error ended the program.');
  process.exitCode = 1;
}
