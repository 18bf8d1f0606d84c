import {
  ArrayNotEmpty,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
} from 'class-validator';

import { Env } from './env.decorator.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof SASL_MECHANISMS)[number];

const POSTGRES_URL = /^postgres(ql)?:\/\/.+/;
const ANY_HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Environment variables of every service. Service classes extend it. */
export class ServiceConfig {
  @Env({ name: 'HOST', description: 'Address that both ports listen on.', default: '127.0.0.1' })
  @IsString()
  host: string;

  @Env({ name: 'PORT', description: 'Port of the public operations.', example: '8080' })
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number;

  @Env({
    name: 'INTERNAL_PORT',
    description: 'Port of the calls between services and of the metrics; never public.',
    example: '9080',
  })
  @IsInt()
  @Min(0)
  @Max(65_535)
  internalPort: number;

  @Env({
    name: 'DATABASE_URL',
    description: 'PostgreSQL as the role `<service>_app`, bound by row-level security.',
    example: 'postgres://mandate_app:password@127.0.0.1:5432/mandate',
    secret: true,
  })
  @Matches(POSTGRES_URL, { message: '$property must be a postgres:// URL' })
  databaseUrl: string;

  @Env({
    name: 'DATABASE_WORKER_URL',
    description: 'PostgreSQL as the role `<service>_worker`: relay, consumers and schedules.',
    example: 'postgres://mandate_worker:password@127.0.0.1:5432/mandate',
    secret: true,
  })
  @Matches(POSTGRES_URL, { message: '$property must be a postgres:// URL' })
  databaseWorkerUrl: string;

  @Env({
    name: 'DATABASE_OWNER_URL',
    description: 'PostgreSQL as the role `<service>_owner`; read by the migrate command only.',
    example: 'postgres://mandate_owner:password@127.0.0.1:5432/mandate',
    optional: true,
    secret: true,
  })
  @Matches(POSTGRES_URL, { message: '$property must be a postgres:// URL' })
  databaseOwnerUrl?: string;

  @Env({
    name: 'KAFKA_BROKERS',
    description: 'Kafka brokers as host:port, joined by commas.',
    example: '127.0.0.1:9092',
  })
  @ArrayNotEmpty()
  @Matches(/^[^\s:]+:\d+$/, { each: true, message: '$property must list host:port pairs' })
  kafkaBrokers: string[];

  @Env({
    name: 'KAFKA_REPLICATION_FACTOR',
    description: 'Copies of each partition of the topics that are made at start; 1 when absent.',
    example: '3',
    optional: true,
  })
  @IsInt()
  @Min(1)
  kafkaReplicationFactor?: number;

  @Env({
    name: 'KAFKA_USERNAME',
    description: 'Name of this service at Kafka (SASL); without one it gives none.',
    example: 'mandate',
    optional: true,
  })
  @IsString()
  kafkaUsername?: string;

  @Env({
    name: 'KAFKA_PASSWORD',
    description: 'Password that belongs to `KAFKA_USERNAME`.',
    optional: true,
    secret: true,
  })
  @IsString()
  kafkaPassword?: string;

  @Env({
    name: 'KAFKA_SASL_MECHANISM',
    description: 'How the password is shown: plain, scram-sha-256 or scram-sha-512.',
    default: 'scram-sha-512',
  })
  @IsIn(SASL_MECHANISMS)
  kafkaSaslMechanism: SaslMechanism;

  @Env({
    name: 'KAFKA_TLS',
    description: 'Whether the connections to Kafka are encrypted (TLS).',
    default: false,
  })
  @IsBoolean()
  kafkaTls: boolean;

  @Env({
    name: 'KAFKA_CA_FILE',
    description:
      'PEM file of the authorities that sign the certificates of the brokers; needs `KAFKA_TLS`. ' +
      'Without it, the public authorities that Node knows.',
    example: '/run/secrets/kafka-ca.crt',
    optional: true,
  })
  @IsString()
  kafkaCaFile?: string;

  @Env({
    name: 'KEYS_DIR',
    description: 'Folder of the mounted key files.',
    example: '/run/secrets/keys',
  })
  @IsString()
  keysDir: string;

  @Env({ name: 'LOG_LEVEL', description: 'Lowest level that is logged.', default: 'info' })
  @IsIn(LOG_LEVELS)
  logLevel: LogLevel;

  @Env({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'Collector that receives traces (OTLP over HTTP); without it none are recorded.',
    example: 'http://127.0.0.1:4318',
    optional: true,
  })
  @IsUrl(ANY_HTTP_URL)
  otlpEndpoint?: string;

  @Env({
    name: 'GATEWAY_INTERNAL_URL',
    description: 'Internal port of the gateway: public keys, token mint, customer apps.',
    example: 'http://127.0.0.1:9080',
  })
  @IsUrl(ANY_HTTP_URL)
  gatewayInternalUrl: string;
}
