import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@towpath/local-system';
import { ApiClient } from '@towpath/testing';
import { BODY } from './floor-plan.js';
import { startProgram, type Program } from './program.js';
import type { FloorPlan } from './floor-plan.js';

export interface Floor {
  /** Of the programs whose CPU counts. */
  readonly pids: readonly number[];
  operate(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the programs of the floor, each a process, as the services are. */
export async function startFloor(plan: FloorPlan): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  const planFile = join(folder, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const programs: Program[] = [];
  const run = async (...args: readonly string[]): Promise<Program> => {
    const file = fileURLToPath(new URL('floor-process.js', import.meta.url));
    const program = await startProgram(file, args);
    programs.push(program);
    return program;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // All at once: the ports are known before anything listens.
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
    const [stubPort = '', peerPort = '', corePort = '', edgePort = ''] = ports.map(String);
    const origin = (port: string): string => `http://127.0.0.1:${port}`;
    const [, peer, core, edge] = await Promise.all([
      run('stub', stubPort),
      run('peer', peerPort),
      run('core', corePort, planFile, origin(peerPort), origin(stubPort)),
      run('edge', edgePort, origin(corePort)),
    ]);
    const api = new ApiClient(edge.origin);
    const operate = () => api.call({ method: 'POST', path: '/operation', body: BODY });
    return { pids: [peer, core, edge].map(({ pid }) => pid), operate, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
