import { join } from 'node:path';
import { StartError } from '../servers/start-error.js';
import { workspaceRoot } from '../workspace.js';
import type { SystemLayout } from './environment.js';
import { builtProgram, runNode } from './service-process.js';
import type { ServiceDefinition } from './services.js';

export interface Migration {
  /** Path of `migrate.js`. */
  readonly program: string;
  readonly databaseOwnerUrl: string;
}

export interface MigrationRun {
  readonly root: string;
  readonly services: readonly ServiceDefinition[];
  readonly layout: SystemLayout;
  readonly logsDir: string;
}

const PROGRAM = { folder: 'libs/local-system', program: 'system/migrate-all.js' };

/** Runs the `migrate` program of each service in one process: a start of it costs a second of CPU. */
export async function migrateDatabases(run: MigrationRun): Promise<void> {
  const { root, services, layout, logsDir } = run;
  const migrations = services.map(({ name, folder }): Migration => ({
    program: builtProgram({ root, folder, program: 'migrate.js' }),
    databaseOwnerUrl: layout.databases[name]?.owner ?? '',
  }));
  const program = await runNode({
    name: 'the migrations',
    args: [builtProgram({ ...PROGRAM, root: workspaceRoot() })],
    cwd: root,
    environment: { MIGRATIONS: JSON.stringify(migrations) },
    logFile: join(logsDir, 'migrate.log'),
  });
  const { code, signal } = await program.exit;
  if (code === 0) return;
  throw new StartError(
    'DIED',
    `A migration failed (${signal ?? `exit code ${code}`}).`,
    program.lastLines(),
  );
}
