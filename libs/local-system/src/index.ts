export { eventually, type EventuallyOptions } from './servers/eventually.js';
export { endWithParent, releaseFromParent } from './servers/guardian.js';
export { fillOnce } from './servers/folder-cache.js';
export { freePort, isPortFree } from './servers/free-port.js';
export { offer, requestOffer } from './servers/offer.js';
export { patient } from './servers/patient.js';
export { processCommand } from './servers/process-table.js';
export { makeKeyStore, type MadeKeyStore } from './servers/make-key-store.js';
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
  TEST_KAFKA_USERS,
  type TestServerAddresses,
  type TestServers,
  usersOf,
} from './servers/test-servers.js';
export type { Environment, SystemLayout } from './system/environment.js';
export { inheritedVariables, ServiceProcess, sourceMaps } from './system/service-process.js';
export {
  DescribedSystem,
  type RunningService,
  type RunningSystem,
  type SystemDescription,
} from './system/running-system.js';
export { SYSTEM_SERVICES, type ServiceDefinition } from './system/services.js';
export { startSystem, type EndedPart, type SystemOptions } from './system/start-system.js';
export { offerSharedSystem, sharedSystem, type SharedSystemHost } from './system/shared-system.js';
export type { System } from './system/system.js';
export {
  createSandboxApp,
  ensureSandboxApp,
  type NewSandboxApp,
  type SandboxApp,
  type SandboxSettlementAccount,
} from './system/sandbox-app.js';
export { logLinesWith } from './system/log-lines.js';
export { runGatewayCli, type GatewayHost } from './system/gateway-cli.js';
export { runInGatewayShell } from './system/gateway-shell.js';
export { workspaceRoot } from './workspace.js';
