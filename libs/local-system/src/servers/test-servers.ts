import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startKafka } from './start-kafka.js';
import { startPostgres } from './start-postgres.js';
import { temporaryFolder } from './temporary-folder.js';

/** The environment variables of tests. */
export interface TestServerAddresses {
  readonly TEST_POSTGRES_ADMIN_URL: string;
  readonly TEST_KAFKA_BROKERS: string;
}

export interface TestServers {
  readonly addresses: TestServerAddresses;
  stop(): Promise<void>;
}

interface Stoppable {
  stop(): Promise<void>;
}

/** One PostgreSQL and one Kafka for a whole test run; those that `env` names are used instead. */
export async function startTestServers(env: NodeJS.ProcessEnv): Promise<TestServers> {
  const folder = temporaryFolder();
  const [postgres, kafka] = await Promise.allSettled([
    env['TEST_POSTGRES_ADMIN_URL'] ??
      startPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    env['TEST_KAFKA_BROKERS'] ?? startKafka({ dataDir: join(folder, 'kafka') }),
  ]);
  const started: Stoppable[] = [postgres, kafka].flatMap((result) =>
    result.status === 'fulfilled' && typeof result.value === 'object' ? [result.value] : [],
  );
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  if (postgres.status === 'rejected' || kafka.status === 'rejected') {
    await stop();
    throw postgres.status === 'rejected'
      ? postgres.reason
      : (kafka as PromiseRejectedResult).reason;
  }
  return {
    addresses: {
      TEST_POSTGRES_ADMIN_URL:
        typeof postgres.value === 'string' ? postgres.value : postgres.value.url,
      TEST_KAFKA_BROKERS: typeof kafka.value === 'string' ? kafka.value : kafka.value.brokers,
    },
    stop,
  };
}
