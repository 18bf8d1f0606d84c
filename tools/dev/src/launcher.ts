import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig } from '@towpath/config';
import {
  ensureSandboxApp,
  type ServiceDefinition,
  startSystem,
  type System,
} from '@towpath/local-system';
import { removeEnvironmentFiles, writeEnvironmentFiles } from './environment-files.js';
import { explainFailure } from './explain-failure.js';
import { onParentEnd } from './follow-parent.js';
import { Healer } from './healer.js';
import { LauncherConfig, serviceSettings } from './launcher.config.js';
import { summaryOf, tourOf } from './summary.js';
import { handOverToDev } from './take-over.js';

export interface Launch {
  /** The checkout when absent. */
  readonly root?: string;
  /** The whole system when absent. */
  readonly services?: readonly ServiceDefinition[];
  /** Whether a part that ends by itself is started again, or ends the system. Default: true. */
  readonly restart?: boolean;
}

const FAILED = 1;
const INTERRUPTED = 130;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (text: string): void => void process.stderr.write(`${text}\n`);

/** What `npm start` is: from the first line on the terminal to the end of the process. */
export class Launcher {
  private system?: System;
  private ending = false;
  private isRunElsewhere: (service: string) => boolean = () => false;
  private readonly healer = new Healer({
    log: say,
    mayStart: (name) => !this.isRunElsewhere(name),
  });

  constructor(private readonly launch: Launch = {}) {}

  /** Starts everything; this process then lives until a signal or a failure ends it. */
  async run(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => void this.interrupt());
    }
    onParentEnd(() => void this.interrupt());
    try {
      await this.start();
    } catch (error) {
      await this.giveUp(error);
    }
  }

  private async start(): Promise<void> {
    const config = loadConfig(LauncherConfig);
    const { restart = true, ...launch } = this.launch;
    const dataDir = resolve(config.dataDir);
    const tourFile = join(dataDir, 'tour.txt');
    const system = await startSystem({
      ...launch,
      dataDir,
      basePort: config.port,
      durable: true,
      databaseUrl: config.databaseUrl,
      kafkaBrokers: config.kafkaBrokers,
      settings: { ...serviceSettings(process.env), TOUR_FILE: tourFile },
      log: say,
      onUnexpectedEnd: (error, part) => {
        if (restart) this.healer.ended(error, part);
        else void this.giveUp(error);
      },
    });
    this.system = system;
    const appFile = join(dataDir, 'sandbox-app.json');
    const app = await ensureSandboxApp(system, { file: appFile, log: say });
    if (this.ending) return;
    writeEnvironmentFiles(system);
    const onFailure = (error: Error) => void this.giveUp(error);
    this.isRunElsewhere = handOverToDev(system, { log: say, onFailure });
    writeFileSync(tourFile, tourOf({ app, appFile }));
    say(summaryOf(system, { app, appFile }));
  }

  private async giveUp(error: unknown): Promise<void> {
    if (this.ending) return;
    complain(explainFailure(error));
    await this.end(FAILED);
  }

  /** The first signal ends everything in order, the second one at once. */
  private async interrupt(): Promise<void> {
    if (this.ending) {
      await this.system?.kill();
      process.exit(INTERRUPTED);
    }
    say('stopping; once more to stop at once');
    await this.end(0);
  }

  /** While the system does not stand yet, the guardian ends the parts that run already. */
  private async end(code: number): Promise<void> {
    this.ending = true;
    this.healer.stop();
    if (this.system) removeEnvironmentFiles(this.system.dataDir);
    await this.system?.stop();
    process.exit(code);
  }
}
