import { join } from 'node:path';
import { kafkaAnswers } from '../servers/kafka-readiness.js';
import { whyNotConnected } from '../servers/postgres-readiness.js';
import { StartError } from '../servers/start-error.js';
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
    request.databaseUrl ? givenPostgres(request.databaseUrl) : ownPostgres(request),
    request.kafkaBrokers ? givenKafka(request.kafkaBrokers) : ownKafka(request),
  ]);
  if (postgres.status === 'fulfilled' && kafka.status === 'fulfilled') {
    return {
      adminUrl: postgres.value.url,
      kafkaBrokers: kafka.value.brokers,
      postgres: postgres.value.server,
      kafka: kafka.value.server,
    };
  }
  if (postgres.status === 'fulfilled') await postgres.value.server?.stop();
  if (kafka.status === 'fulfilled') await kafka.value.server?.stop();
  throw postgres.status === 'rejected' ? postgres.reason : (kafka as PromiseRejectedResult).reason;
}

interface Postgres {
  readonly url: string;
  readonly server?: PostgresServer;
}

interface Kafka {
  readonly brokers: string;
  readonly server?: KafkaServer;
}

async function ownPostgres({ dataDir, durable, ports, log }: ServersRequest): Promise<Postgres> {
  const folder = join(dataDir, 'postgres');
  const server = await startPostgres({ dataDir: folder, port: ports.postgres, durable, log });
  log(`PostgreSQL listens on 127.0.0.1:${server.port}`);
  return { url: server.url, server };
}

async function ownKafka({ dataDir, ports, log }: ServersRequest): Promise<Kafka> {
  const server = await startKafka({ dataDir: join(dataDir, 'kafka'), port: ports.kafka, log });
  log(`Kafka listens on ${server.brokers}`);
  return { brokers: server.brokers, server };
}

async function givenPostgres(url: string): Promise<Postgres> {
  const complaint = URL.canParse(url) ? await whyNotConnected(url) : 'it is not a URL';
  if (!complaint) return { url };
  throw new StartError('NOT_READY', `PostgreSQL at DATABASE_URL cannot be used: ${complaint}.`);
}

/** One broker that answers is enough: it knows the others. */
async function givenKafka(brokers: string): Promise<Kafka> {
  const addresses = brokers.split(',').map((broker) => {
    const [host = '', port = ''] = broker.trim().split(':');
    return { host, port: Number(port) };
  });
  const answers = await Promise.all(addresses.map(kafkaAnswers));
  if (answers.includes(true)) return { brokers };
  throw new StartError('NOT_READY', `Kafka at KAFKA_BROKERS (${brokers}) does not answer.`);
}
