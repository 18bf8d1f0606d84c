import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { StartError } from './start-error.js';

const OLDEST_JAVA = 17;

/** The `java` program: of JAVA_HOME if set, else of the PATH. Refuses a missing or too old one. */
export function findJava(env: NodeJS.ProcessEnv = process.env): string {
  const java = env['JAVA_HOME'] ? join(env['JAVA_HOME'], 'bin', 'java') : 'java';
  const run = spawnSync(java, ['-version'], { env, encoding: 'utf8' });
  if (run.error || run.status !== 0) {
    throw new StartError(
      'NO_JAVA',
      `Kafka needs Java ${OLDEST_JAVA} or newer, and no working java was found ` +
        `(${env['JAVA_HOME'] ? `JAVA_HOME is ${env['JAVA_HOME']}` : 'looked on the PATH'}).`,
    );
  }
  const version = majorVersion(run.stderr);
  if (version !== undefined && version < OLDEST_JAVA) {
    throw new StartError(
      'OLD_JAVA',
      `Kafka needs Java ${OLDEST_JAVA} or newer, and the java found is version ${version}.`,
    );
  }
  return java;
}

/** 17 of `openjdk version "17.0.15"`, 8 of `java version "1.8.0_412"`. */
export function majorVersion(versionText: string): number | undefined {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(versionText) ?? [];
  if (first === undefined) return undefined;
  return Number(first === '1' ? second : first);
}
