import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startKafka, type KafkaServer } from './start-kafka.js';
import { startPostgres } from './start-postgres.js';
import { temporaryFolder } from './temporary-folder.js';

/** Users of the test run's Kafka, with their passwords. Only `admin` has any right at first. */
export const TEST_KAFKA_USERS = {
  admin: 'word-of-admin',
  'payment-link': 'word-of-payment-link',
  mandate: 'word-of-mandate',
};

/** The environment variables of tests. */
export interface TestServerAddresses {
  readonly TEST_POSTGRES_ADMIN_URL: string;
  readonly TEST_KAFKA_BROKERS: string;
  /** The same Kafka for its users; empty for one that `env` names. */
  readonly TEST_KAFKA_USERS_BROKERS: string;
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
    env['TEST_KAFKA_BROKERS'] ?? startKafkaWithUsers(folder),
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
      TEST_KAFKA_BROKERS: typeof kafka.value === 'string' ? kafka.value : kafka.value.openBrokers,
      TEST_KAFKA_USERS_BROKERS:
        typeof kafka.value === 'string'
          ? (env['TEST_KAFKA_USERS_BROKERS'] ?? '')
          : kafka.value.brokers,
    },
    stop,
  };
}

function startKafkaWithUsers(folder: string): Promise<KafkaServer> {
  const usersFile = join(folder, 'users.conf');
  writeFileSync(usersFile, usersOf(TEST_KAFKA_USERS));
  return startKafka({ dataDir: join(folder, 'kafka'), usersFile });
}

/** The file of the broker's users for `startKafka`. */
export function usersOf(passwords: Readonly<Record<string, string>>): string {
  const users = Object.entries(passwords).map(([name, word]) => `user_${name}="${word}"`);
  const login = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
  return `users.KafkaServer { ${login} ${users.join(' ')}; };`;
}
