import { fileURLToPath } from 'node:url';
import { startProgram } from './program.js';

export interface Echo {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A bare Fastify in a process of its own that answers `POST /echo` with the body. */
export async function startEcho(): Promise<Echo> {
  const { origin, pid, stop } = await startProgram(
    fileURLToPath(new URL('echo.js', import.meta.url)),
  );
  return { url: `${origin}/echo`, pid, stop };
}
