import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGE = '@sparticuz/chromium';
/** Makes the package unpack the system libraries that a small machine may lack. */
const WITH_LIBRARIES = 'AWS_Lambda_nodejs22.x';
const READY = 'chromium';

export interface ChromiumBinary {
  readonly executablePath: string;
  /** Environment variables that Chromium needs beside those of the caller. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Chromium of the npm package, unpacked once per installed version beside `node_modules`. Safe
 * for concurrent test workers: each unpacks into its own folder, and one rename wins.
 */
export async function unpackedChromium(): Promise<ChromiumBinary> {
  const packageDir = dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  const cache = join(dirname(dirname(packageDir)), '.cache');
  const folder = join(cache, `towpath-chromium-${version}`);
  if (!existsSync(join(folder, READY))) await unpackTo(folder);
  const libraries = join(folder, 'al2023', 'lib');
  return {
    executablePath: join(folder, READY),
    env: systemHasNss()
      ? {}
      : { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function unpackTo(folder: string): Promise<void> {
  const cache = dirname(folder);
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, 'towpath-chromium-unpacking-'));
  try {
    await unpack(own);
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another worker was quicker: its folder is as good as ours.
    if (!existsSync(join(folder, READY))) throw error;
  }
}

/** In a separate process: the package unpacks into TMPDIR and changes its own environment. */
async function unpack(into: string): Promise<void> {
  const script = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: dirname(createRequire(import.meta.url).resolve(PACKAGE)),
    env: { ...process.env, NODE_OPTIONS: '', TMPDIR: into, AWS_EXECUTION_ENV: WITH_LIBRARIES },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0 || !existsSync(join(into, READY))) {
    throw new Error(`Chromium could not be unpacked (exit code ${code}): ${complaint.trim()}`);
  }
}

function systemHasNss(): boolean {
  const folders = ['/lib', '/usr/lib', '/lib64', '/usr/lib64'];
  const machines = ['', 'x86_64-linux-gnu', 'aarch64-linux-gnu'];
  return folders.some((folder) =>
    machines.some((machine) => existsSync(join(folder, machine, 'libnss3.so'))),
  );
}
