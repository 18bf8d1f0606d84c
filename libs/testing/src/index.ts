export {
  ApiClient,
  UnexpectedAnswer,
  type AnswerObserver,
  type ApiAnswer,
  type ApiRequest,
} from './actors/api-client.js';
export {
  chargebackNotice,
  signedByGw1,
  type ChargebackNotice,
  type SignedNotice,
  type ToldChargeback,
} from './actors/card-processor.js';
export { FakeGateway } from './actors/fake-gateway.js';
export { HostedPayer, type TypedCard } from './actors/hosted-payer.js';
export { MandatePayer, RIGHT_OTP, TYPED } from './actors/mandate-payer.js';
export { Merchant, paymentOrder, setupOrder } from './actors/merchant.js';
export {
  sealChecklist,
  type ChecklistEntry,
  type SealingChoices,
} from './actors/seal-checklist.js';
export { sealFields } from './actors/seal-fields.js';
export { ServicePeer, type PeerNetwork } from './actors/service-peer.js';
export { TEST_CARDS, type TestCard } from './actors/test-cards.js';
export {
  WebhookReceiver,
  type ReceivedRequest,
  type ScriptedAnswer,
} from './actors/webhook-receiver.js';
export { testDatabase, type TestDatabase } from './databases/test-database.js';
export { launchBrowser } from './browser/launch-browser.js';
export { eventually, type EventuallyOptions } from './probes/eventually.js';
export { EventProbe, type EventProbeOptions, type ProbedEvent } from '@towpath/messaging';
export { produceRaw, type RawKafkaMessage } from './probes/produce-raw.js';
export { endWithParent, releaseFromParent } from './servers/guardian.js';
export { freePort, isPortFree } from './servers/free-port.js';
export { processCommand } from './servers/process-table.js';
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
export type { Environment, SystemLayout } from './system/environment.js';
export { inheritedVariables, sourceMaps, type ServiceProcess } from './system/service-process.js';
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
export { runGatewayCli, type GatewayHost } from './system/gateway-cli.js';
export { workspaceRoot } from './workspace.js';
export { describeIdempotency } from './suites/describe-idempotency.js';
export { describePagination } from './suites/describe-pagination.js';
export type {
  IdempotentAnswer,
  IdempotentOperation,
  IdempotentRequest,
} from './suites/idempotency-checks.js';
export type { PageAnswer, PaginatedList } from './suites/pagination-checks.js';
export type { ConsumerSubject, SuiteEvent } from './suites/consumer-checks.js';
export { describeConsumer } from './suites/describe-consumer.js';
export { describeHostileSockets } from './suites/describe-hostile-sockets.js';
export type { ListeningPort } from './suites/hostile-socket-checks.js';
export { describeRetention } from './suites/describe-retention.js';
export type { RetentionSubject } from './suites/retention-checks.js';
