import { ConfigError } from '@towpath/config';
import { readFileSync } from 'node:fs';
import type { SASLOptions } from 'kafkajs';

/** A user of the brokers (SASL). */
export interface KafkaCredentials {
  readonly username: string;
  readonly password: string;
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
}

/** Encryption of the connections to the brokers. */
export interface KafkaTls {
  /** PEM of the authorities that sign the brokers' certificates; those of Node when absent. */
  readonly ca?: string;
}

/** The identity of a client for the brokers, and of the brokers for the client. */
export interface BrokerSecurity {
  /** Nothing is shown without it. */
  readonly credentials?: KafkaCredentials | undefined;
  /** Nothing is encrypted without it. */
  readonly tls?: KafkaTls | undefined;
}

/** The part of a service's configuration that is about it. */
export interface BrokerSecurityConfig {
  /** Both or neither. */
  readonly kafkaUsername?: string;
  readonly kafkaPassword?: string;
  /** Default `scram-sha-512`. */
  readonly kafkaSaslMechanism?: KafkaCredentials['mechanism'];
  /** Default false. */
  readonly kafkaTls?: boolean;
  /** Path of a PEM file; only with TLS. */
  readonly kafkaCaFile?: string;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----/;
/** A certificate that no known authority signed, or of another host: that never passes by itself. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const MAX_CAUSES = 5;

/**
 * Reads the file of authorities. Throws an error of one sentence for incomplete or wrong settings.
 */
export function securityIn(config: BrokerSecurityConfig): BrokerSecurity {
  return { credentials: credentialsIn(config), tls: tlsIn(config) };
}

function credentialsIn(config: BrokerSecurityConfig): KafkaCredentials | undefined {
  const { kafkaUsername: username, kafkaPassword: password } = config;
  if (username === undefined && password === undefined) return undefined;
  if (username && password) {
    return { username, password, mechanism: config.kafkaSaslMechanism ?? 'scram-sha-512' };
  }
  throw new ConfigError(['KAFKA_USERNAME and KAFKA_PASSWORD are set both, or neither.']);
}

function tlsIn({ kafkaTls = false, kafkaCaFile }: BrokerSecurityConfig): KafkaTls | undefined {
  if (kafkaCaFile === undefined) return kafkaTls ? {} : undefined;
  if (!kafkaTls) throw new ConfigError(['KAFKA_CA_FILE is set, but KAFKA_TLS is not true.']);
  let ca: string;
  try {
    ca = readFileSync(kafkaCaFile, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new ConfigError([`KAFKA_CA_FILE names a file that cannot be read (${reason}).`]);
  }
  if (CERTIFICATE.test(ca)) return { ca };
  throw new ConfigError(['KAFKA_CA_FILE names a file without a certificate in PEM.']);
}

export function saslOf({ mechanism, username, password }: KafkaCredentials): SASLOptions {
  // Each mechanism is a type of its own.
  return { mechanism, username, password } as SASLOptions;
}

/** For an error that means an unknown authority or another host; else undefined. */
export function untrustedBroker(error: unknown): ConfigError | undefined {
  let cause = error as Cause | undefined;
  for (let depth = 0; cause && depth < MAX_CAUSES; depth += 1) {
    if (UNTRUSTED.has(cause.code ?? '')) {
      const broker = cause.broker ? ` at ${cause.broker}` : '';
      return new ConfigError([
        `Kafka${broker} has a certificate that KAFKA_CA_FILE does not vouch for (${cause.code}).`,
      ]);
    }
    cause = cause.cause ?? cause.originalError;
  }
  return undefined;
}

interface Cause {
  readonly code?: string;
  readonly broker?: string;
  readonly cause?: Cause;
  readonly originalError?: Cause;
}
