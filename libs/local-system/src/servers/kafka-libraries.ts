import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace.js';
import { fillOnce } from './folder-cache.js';
import { StartError } from './start-error.js';

const MAVEN_DEADLINE_MS = 600_000;

/** The folder with the broker's jars, fetched by Maven once per version and checkout. */
export async function kafkaLibraries(log: (line: string) => void): Promise<string> {
  const { pom, folder } = librariesFolder();
  if (existsSync(folder)) return folder;
  log('fetching Apache Kafka with Maven (once, about 44 MB)');
  return fillOnce(folder, (into) => copyDependencies({ pom, into }));
}

/** Refuses with NO_MAVEN when the jars are not here yet and nothing can fetch them. */
export function assertKafkaCanBeFetched(): void {
  if (existsSync(librariesFolder().folder)) return;
  const shell = process.platform === 'win32';
  if (spawnSync('mvn', ['-v'], { shell, stdio: 'ignore' }).error) throw mavenMissing();
}

function librariesFolder(): { readonly pom: string; readonly folder: string } {
  const pom = join(kafkaFiles(), 'pom.xml');
  const digest = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return { pom, folder: join(workspaceRoot(), '.cache', `kafka-${digest}`) };
}

/** Folder of the pom and of the broker's logging settings. */
export function kafkaFiles(): string {
  return join(workspaceRoot(), 'tools', 'dev', 'kafka');
}

async function copyDependencies({ pom, into }: { pom: string; into: string }): Promise<void> {
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime'];
  const child = spawn('mvn', ['-q', '-B', '-f', pom, ...goal, `-DoutputDirectory=${into}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    timeout: MAVEN_DEADLINE_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? mavenMissing() : mavenFailed(error.message);
  })) as [number | null];
  if (code !== 0) throw mavenFailed(output);
}

function mavenMissing(): StartError {
  return new StartError(
    'NO_MAVEN',
    'Kafka is fetched by Maven, and no mvn was found on the PATH: install Maven 3.',
  );
}

function mavenFailed(output: string): StartError {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = (lines[0] ?? 'no reason given').replace(/^\[ERROR\]\s*/, '').slice(0, 300);
  return new StartError('MAVEN_FAILED', `Maven could not fetch Kafka: ${reason}`, lines.slice(-20));
}
