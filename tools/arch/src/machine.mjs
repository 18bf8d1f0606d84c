// How many times slower this machine is now than an idle one of the kind for which the deadlines of
// tests are written: two processes hash and write files at the same time, as two test files do.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What the two processes take on two idle cores. */
const REFERENCE_MS = 1_000;
const LEAST = 1;
const MOST = 4;

export async function measurePatience() {
  const started = performance.now();
  await Promise.all([inProcess(), inProcess()]);
  const factor = (performance.now() - started) / REFERENCE_MS;
  return Math.min(MOST, Math.max(LEAST, Number(factor.toFixed(1))));
}

function inProcess() {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))));
  });
}

function work() {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n${id}` })));
  for (let round = 0; round < 120; round += 1) {
    JSON.parse(text);
    createHash('sha256').update(text).digest('hex');
  }
  const folder = mkdtempSync(join('.cache', 'machine-'));
  for (let round = 0; round < 100; round += 1) {
    const file = openSync(join(folder, String(round)), 'w');
    writeSync(file, text.slice(0, 8_192));
    fsyncSync(file);
    closeSync(file);
  }
  rmSync(folder, { recursive: true });
}

if (import.meta.filename === process.argv[1]) work();
