import { join } from 'node:path';
import { StartError } from '../servers/start-error.js';
import { migrationEnvironmentOf, type SystemLayout } from './environment.js';
import { builtProgram, runNode } from './service-process.js';
import type { ServiceDefinition } from './services.js';

/** At the same time: more only compete for the processors. */
const PARALLEL = 3;

export interface MigrationRun {
  readonly root: string;
  readonly services: readonly ServiceDefinition[];
  readonly layout: SystemLayout;
  readonly logsDir: string;
}

/** Runs the `migrate` program of each service. */
export async function migrateDatabases(run: MigrationRun): Promise<void> {
  const waiting = [...run.services];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await migrate(next, run);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

async function migrate(service: ServiceDefinition, run: MigrationRun): Promise<void> {
  const program = await runNode({
    name: `the migration of ${service.name}`,
    args: [builtProgram({ root: run.root, folder: service.folder, program: 'migrate.js' })],
    cwd: run.root,
    environment: migrationEnvironmentOf(service, run.layout),
    logFile: join(run.logsDir, `${service.name}.migrate.log`),
  });
  const { code, signal } = await program.exit;
  if (code === 0) return;
  throw new StartError(
    'DIED',
    `The migration of ${service.name} failed (${signal ?? `exit code ${code}`}).`,
    program.lastLines(),
  );
}
