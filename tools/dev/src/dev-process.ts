import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithParent, releaseFromParent } from '@towpath/local-system';

export interface DevProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Base address that answers `/health/live` when the program serves; absent for other programs. */
  readonly healthUrl?: string;
  readonly log: (line: string) => void;
}

/** Killed, a service stays a member of its Kafka group for seconds, so it gets time to leave. */
const STOP_MS = 3000;
const POLL_MS = 75;

/** One program that is started again and again; its output goes to the terminal. */
export class DevProcess {
  private run?: Run;
  private restarting = false;
  private again = false;

  constructor(private readonly options: DevProcessOptions) {}

  /** Changes that come during a restart lead to one more. */
  async restart(): Promise<void> {
    this.again = true;
    if (this.restarting) return;
    this.restarting = true;
    while (this.again) {
      this.again = false;
      await this.stop();
      await this.start();
    }
    this.restarting = false;
  }

  async stop(): Promise<void> {
    const run = this.run;
    if (!run?.running) return;
    run.expected = true;
    run.child.kill('SIGTERM');
    const timer = setTimeout(() => run.child.kill('SIGKILL'), STOP_MS);
    await run.exit;
    clearTimeout(timer);
  }

  private async start(): Promise<void> {
    const { name, healthUrl, log } = this.options;
    const begin = performance.now();
    const run = this.launch();
    this.run = run;
    while (healthUrl && run.running && !this.again) {
      if (await isServing(healthUrl)) {
        log(`${name} serves after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
        return;
      }
      await pause(POLL_MS);
    }
  }

  private launch(): Run {
    const { name, command, args, cwd, env, log } = this.options;
    const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const pid = child.pid ?? 0;
    if (pid) endWithParent(pid, 'SIGTERM');
    const run: Run = { child, running: true, expected: false, exit: once(child, 'exit') };
    void run.exit.then(([code, signal]) => {
      run.running = false;
      releaseFromParent(pid);
      if (run.expected) return;
      log(`${name} ended (${String(signal ?? `exit code ${code}`)}); a change starts it again`);
    });
    return run;
  }
}

interface Run {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown[]>;
  running: boolean;
  /** We asked it to end. */
  expected: boolean;
}

async function isServing(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
