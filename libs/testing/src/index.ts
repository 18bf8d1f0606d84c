export { eventually, type EventuallyOptions } from './probes/eventually.js';
export { freePort, isPortFree } from './servers/free-port.js';
export { startKafka, type KafkaOptions, type KafkaServer } from './servers/start-kafka.js';
export {
  startPostgres,
  type PostgresOptions,
  type PostgresServer,
} from './servers/start-postgres.js';
export { StartError, type StartErrorCode } from './servers/start-error.js';
export { temporaryFolder } from './servers/temporary-folder.js';
export {
  startTestServers,
  type TestServerAddresses,
  type TestServers,
} from './servers/test-servers.js';
export { describeStateMachine, type StateMachineSuite } from './suites/describe-state-machine.js';
