import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess, System } from '@towpath/local-system';

/** A process of the system that can be killed and brought back. */
export interface Victim {
  readonly name: string;
  kill(): Promise<void>;
  /** Stops the process; the returned function continues it. */
  freeze(): () => void;
  /** Resolves when it serves again. */
  revive(): Promise<void>;
}

const REVIVE_DEADLINE_MS = 120_000;
const READY_DEADLINE_MS = 20_000;
const RETRY_MS = 500;

/** Every process of the system: the services, the sandbox, PostgreSQL and Kafka. */
export function victimsOf(system: System): Victim[] {
  const { postgres, kafka } = system;
  if (!postgres || !kafka) throw new Error('a crash run needs servers of its own');
  return [
    ...system.services.map((service) => ({
      name: service.name,
      kill: () => service.kill(),
      freeze: () => freeze(service.pid),
      revive: () => reviveService(service),
    })),
    {
      name: 'PostgreSQL',
      kill: () => postgres.kill(),
      freeze: () => freeze(postgres.pid),
      revive: () => postgres.restart(),
    },
    {
      name: 'Kafka',
      kill: () => kafka.kill(),
      freeze: () => freeze(kafka.pid),
      revive: () => kafka.restart(),
    },
  ];
}

/** A process that is killed meanwhile no longer exists when it should continue. */
function freeze(pid: number | undefined): () => void {
  if (pid === undefined || !signalled(pid, 'SIGSTOP')) return () => undefined;
  return () => void signalled(pid, 'SIGCONT');
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** As a supervisor does it: a service that cannot start yet is started again. */
export async function reviveService(service: ServiceProcess): Promise<void> {
  const deadline = performance.now() + REVIVE_DEADLINE_MS;
  for (;;) {
    try {
      await service.start();
      await service.ready(READY_DEADLINE_MS);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(RETRY_MS);
    }
  }
}
