import { Env, SASL_MECHANISMS, type SaslMechanism } from '@towpath/config';
import { ArrayNotEmpty, IsBoolean, IsIn, IsString, Matches } from 'class-validator';
import { WorkerConfig } from './worker.config.js';

/** What `restored` reads of the service in whose container it runs. */
export class RestoredConfig extends WorkerConfig {
  @Env({ name: 'KAFKA_BROKERS', description: 'Kafka brokers as host:port, joined by commas.' })
  @ArrayNotEmpty()
  @Matches(/^[^\s:]+:\d+$/, { each: true, message: '$property must list host:port pairs' })
  kafkaBrokers: string[];

  @Env({ name: 'KAFKA_USERNAME', description: 'Name of the service at Kafka.', optional: true })
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
    description: 'How the password is shown.',
    default: 'scram-sha-512',
  })
  @IsIn(SASL_MECHANISMS)
  kafkaSaslMechanism: SaslMechanism;

  @Env({ name: 'KAFKA_TLS', description: 'Whether connections are encrypted.', default: false })
  @IsBoolean()
  kafkaTls: boolean;

  @Env({
    name: 'KAFKA_CA_FILE',
    description: 'PEM file of the authorities that sign the certificates of the brokers.',
    optional: true,
  })
  @IsString()
  kafkaCaFile?: string;
}
