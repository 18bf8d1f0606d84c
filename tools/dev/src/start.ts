import { join, resolve } from 'node:path';
import { loadConfig } from '@towpath/config';
import { ensureSandboxApp, startSystem, type System } from '@towpath/testing';
import { removeEnvironmentFiles, writeEnvironmentFiles } from './environment-files.js';
import { explainFailure } from './explain-failure.js';
import { LauncherConfig, serviceSettings } from './launcher.config.js';
import { summaryOf } from './summary.js';
import { handOverToDev } from './take-over.js';

const FAILED = 1;
const INTERRUPTED = 130;

let system: System | undefined;
let ending = false;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (text: string): void => void process.stderr.write(`${text}\n`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
await main().catch(async (error: unknown) => {
  complain(explainFailure(error));
  await end(FAILED);
});

async function main(): Promise<void> {
  const config = loadConfig(LauncherConfig);
  const dataDir = resolve(config.dataDir);
  system = await startSystem({
    dataDir,
    basePort: config.port,
    durable: true,
    databaseUrl: config.databaseUrl,
    kafkaBrokers: config.kafkaBrokers,
    settings: serviceSettings(process.env),
    log: say,
    onUnexpectedEnd: (error) => void giveUp(error),
  });
  const appFile = join(dataDir, 'sandbox-app.json');
  const app = await ensureSandboxApp(system, { file: appFile, log: say });
  writeEnvironmentFiles(system);
  handOverToDev(system, { log: say, onFailure: (error) => void giveUp(error) });
  say(summaryOf(system, { app, appFile }));
}

async function giveUp(error: Error): Promise<void> {
  if (ending) return;
  complain(explainFailure(error));
  await end(FAILED);
}

/** The first signal ends everything in order, the second one at once. */
function interrupt(): void {
  if (ending) {
    void kill();
    return;
  }
  say('stopping; once more to stop at once');
  void end(0);
}

/** Before the system stands, the guardian ends the parts that run when this process ends. */
async function end(code: number): Promise<void> {
  ending = true;
  if (system) removeEnvironmentFiles(system.dataDir);
  await system?.stop();
  process.exit(code);
}

async function kill(): Promise<void> {
  await system?.kill();
  process.exit(INTERRUPTED);
}
