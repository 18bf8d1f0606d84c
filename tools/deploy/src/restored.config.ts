import { pickVariables, ServiceConfig } from '@towpath/config';

/** What `restored` reads of the service in whose container it runs. */
export class RestoredConfig extends pickVariables(ServiceConfig, [
  'databaseWorkerUrl',
  'kafkaBrokers',
  'kafkaUsername',
  'kafkaPassword',
  'kafkaSaslMechanism',
  'kafkaTls',
  'kafkaCaFile',
]) {}
