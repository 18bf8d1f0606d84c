export { eventually, patient, type EventuallyOptions } from '@towpath/local-system';
export {
  ApiClient,
  UnexpectedAnswer,
  type AnswerObserver,
  type ApiAnswer,
  type ApiRequest,
} from './actors/api-client.js';
export { AwaitedWebhooks } from './actors/awaited-webhooks.js';
export { Balancer } from './actors/balancer.js';
export {
  chargebackNotice,
  signedByGw1,
  type ChargebackNotice,
  type SignedNotice,
  type ReportedChargeback,
} from './actors/card-processor.js';
export { FakeGateway, operatorClaims, type SignedClaims } from './actors/fake-gateway.js';
export { forged } from './actors/forged.js';
export { FOREIGN_SERVER_START_MS, ForeignServer } from './actors/foreign-server.js';
export { HostedPayer, type TypedCard } from './actors/hosted-payer.js';
export {
  CONSOLE_CLIENT,
  startProvider,
  type Accounts,
  type RunningProvider,
} from './actors/identity-provider.js';
export { linkedLogin, type LinkedLogin } from './actors/linked-login.js';
export { MandatePayer, RIGHT_OTP, TYPED } from './actors/mandate-payer.js';
export { Merchant, paymentOrder, setupOrder } from './actors/merchant.js';
export { OperatorAt } from './actors/operator-at.js';
export {
  SANDBOX_START_MS,
  SandboxClient,
  SandboxProcess,
  type SandboxClock,
  type SandboxProcessOptions,
} from './actors/sandbox-process.js';
export {
  sealChecklist,
  type ChecklistEntry,
  type SealingChoices,
} from './actors/seal-checklist.js';
export { sealFields } from './actors/seal-fields.js';
export { offerSharedSandbox, SHARED_SANDBOX, sharedSandbox } from './actors/shared-sandbox.js';
export { ServicePeer, type PeerNetwork } from './actors/service-peer.js';
export { StripeShop } from './actors/stripe-shop.js';
export { TEST_CARDS, type TestCard } from './actors/test-cards.js';
export {
  WebhookReceiver,
  type ReceivedRequest,
  type ScriptedAnswer,
} from './actors/webhook-receiver.js';
export { testDatabase, type ForeignSchema, type TestDatabase } from './databases/test-database.js';
export { readSnippets, snippetsOf, type Snippet } from './documents/snippets.js';
export { launchBrowser } from './browser/launch-browser.js';
export {
  callsToStripe,
  standInForStripe,
  stripeCardIn,
  stripeFieldsFrame,
  typeStripeCard,
  type StripeBehind,
  type StripeCall,
} from './browser/stripe-in-browser.js';
export { EventProbe, type EventProbeOptions, type ProbedEvent } from '@towpath/messaging';
export { produceRaw, type RawKafkaMessage } from './probes/produce-raw.js';
export { describeStateMachine, type StateMachineSuite } from './suites/describe-state-machine.js';
export {
  describePagination,
  type PageAnswer,
  type PaginatedList,
} from './suites/pagination-checks.js';
export { describeOperatorMatrix, type OperatedService } from './suites/operator-matrix.js';
export type { AttackTarget } from './suites/hostile-attacks.js';
export { describeHostileSockets, type ListeningPort } from './suites/hostile-socket-checks.js';
export { describeRetention, type RetentionSubject } from './suites/retention-checks.js';
export { describeSchema, type SchemaSubject } from './suites/schema-checks.js';
export { describeStripeRequests } from './suites/stripe-requests.js';
