import { join } from 'node:path';
import { type KafkaServer, startKafka } from '../servers/start-kafka.js';
import { type PostgresServer, startPostgres } from '../servers/start-postgres.js';

export interface ServersRequest {
  readonly dataDir: string;
  readonly durable: boolean;
  /** Address of an existing server's administrator; ours is started when absent. */
  readonly databaseUrl?: string | undefined;
  /** `host:port` list of existing brokers; ours is started when absent. */
  readonly kafkaBrokers?: string | undefined;
  readonly ports: { readonly postgres: number; readonly kafka: number };
  readonly log: (line: string) => void;
}

/** PostgreSQL and Kafka of a system: started by us, or given. */
export interface SystemServers {
  readonly adminUrl: string;
  readonly kafkaBrokers: string;
  readonly postgres?: PostgresServer | undefined;
  readonly kafka?: KafkaServer | undefined;
}

/** Starts both at the same time; should one fail, the other is stopped again. */
export async function startServers(request: ServersRequest): Promise<SystemServers> {
  const [postgres, kafka] = await Promise.allSettled([
    request.databaseUrl ? undefined : ownPostgres(request),
    request.kafkaBrokers ? undefined : ownKafka(request),
  ]);
  if (postgres.status === 'fulfilled' && kafka.status === 'fulfilled') {
    return {
      adminUrl: postgres.value?.url ?? request.databaseUrl ?? '',
      kafkaBrokers: kafka.value?.brokers ?? request.kafkaBrokers ?? '',
      postgres: postgres.value,
      kafka: kafka.value,
    };
  }
  if (postgres.status === 'fulfilled') await postgres.value?.stop();
  if (kafka.status === 'fulfilled') await kafka.value?.stop();
  throw postgres.status === 'rejected' ? postgres.reason : (kafka as PromiseRejectedResult).reason;
}

async function ownPostgres({ dataDir, durable, ports, log }: ServersRequest) {
  const server = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    port: ports.postgres,
    durable,
    log,
  });
  log(`PostgreSQL listens on 127.0.0.1:${server.port}`);
  return server;
}

async function ownKafka({ dataDir, ports, log }: ServersRequest) {
  const server = await startKafka({ dataDir: join(dataDir, 'kafka'), port: ports.kafka, log });
  log(`Kafka listens on ${server.brokers}`);
  return server;
}
