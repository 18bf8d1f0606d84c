import { loadConfig, redactConfig } from '@towpath/config';
import { createLogger } from '@towpath/observability';

import { SandboxConfig } from './sandbox.config.js';
import { startSandbox } from './sandbox.js';

const config = loadConfig(SandboxConfig);
const logger = createLogger({ service: 'sandbox', level: config.logLevel });
const sandbox = await startSandbox({ config, logger });
logger.info({ config: redactConfig(config) }, 'sandbox is ready');

async function stop(signal: NodeJS.Signals): Promise<void> {
  logger.info({ signal }, 'sandbox stops');
  await sandbox.stop();
  logger.flush();
}

process.once('SIGTERM', (signal) => void stop(signal));
process.once('SIGINT', (signal) => void stop(signal));
