import {
  ChoiceVariable,
  FlagVariable,
  IntegerVariable,
  ListVariable,
  PortVariable,
  PostgresVariable,
  UrlVariable,
  Variable,
} from './variables.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof SASL_MECHANISMS)[number];

const BROKER = /^[^\s:]+:\d+$/;

/** Environment variables of every service. Service classes extend it. */
export class ServiceConfig {
  @Variable('Address that all ports listen on.', { default: '127.0.0.1' }) host: string;
  @PortVariable('Port of the public operations.', { example: '8080' }) port: number;
  @PortVariable('Port of the calls between services and of the metrics; never public.', {
    example: '9080',
  })
  internalPort: number;
  @PortVariable(
    'Port of the operations for the console, the same number at every service, so that a network ' +
      'lets the gateway alone in. They are at the internal port if unset.',
    { optional: true, example: '9180' },
  )
  operatorPort?: number;
  @PostgresVariable('PostgreSQL as the role `<service>_app`, bound by row-level security.', {
    example: 'postgres://mandate_app:password@127.0.0.1:5432/mandate',
  })
  databaseUrl: string;
  @PostgresVariable('PostgreSQL as the role `<service>_worker`: relay, consumers and schedules.', {
    example: 'postgres://mandate_worker:password@127.0.0.1:5432/mandate',
  })
  databaseWorkerUrl: string;
  @PostgresVariable('PostgreSQL as the role `<service>_owner`; read by the migrate command only.', {
    example: 'postgres://mandate_owner:password@127.0.0.1:5432/mandate',
    optional: true,
  })
  databaseOwnerUrl?: string;
  @ListVariable('Kafka brokers as host:port, joined by commas.', {
    of: 'host:port pairs',
    fits: (entry) => BROKER.test(entry),
    example: '127.0.0.1:9092',
  })
  kafkaBrokers: string[];
  @IntegerVariable(
    'Copies of each partition of the topics that are made at start; 1 when absent.',
    { min: 1, example: '3', optional: true },
  )
  kafkaReplicationFactor?: number;
  @Variable('Name of this service at Kafka (SASL); without one it gives none.', {
    example: 'mandate',
    optional: true,
  })
  kafkaUsername?: string;
  @Variable('Password that belongs to `KAFKA_USERNAME`.', { optional: true, secret: true })
  kafkaPassword?: string;
  @ChoiceVariable(
    'How the password is shown: plain, scram-sha-256 or scram-sha-512.',
    SASL_MECHANISMS,
    { default: 'scram-sha-512' },
  )
  kafkaSaslMechanism: SaslMechanism;
  @FlagVariable('Whether the connections to Kafka are encrypted (TLS).', { default: false })
  kafkaTls: boolean;
  @Variable(
    'PEM file of the authorities that sign the certificates of the brokers; needs `KAFKA_TLS`. ' +
      'Without it, the public authorities that Node knows.',
    { example: '/run/secrets/kafka-ca.crt', optional: true },
  )
  kafkaCaFile?: string;
  @Variable('Folder of the mounted key files.', { example: '/run/secrets/keys' }) keysDir: string;
  @ChoiceVariable('Lowest level that is logged.', LOG_LEVELS, { default: 'info' })
  logLevel: LogLevel;
  @UrlVariable('Collector that receives traces (OTLP over HTTP); without it none are recorded.', {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    example: 'http://127.0.0.1:4318',
    optional: true,
  })
  otlpEndpoint?: string;
  @UrlVariable('Internal port of the gateway: public keys, token mint, customer apps.', {
    example: 'http://127.0.0.1:9080',
  })
  gatewayInternalUrl: string;
}

/** Configuration of a service's migrate command; the running service never has this role. */
export class MigrateConfig {
  @PostgresVariable('PostgreSQL as the role `<service>_owner`, which owns the schema.', {
    example: 'postgres://mandate_owner:password@127.0.0.1:5432/mandate',
  })
  databaseOwnerUrl: string;
}
