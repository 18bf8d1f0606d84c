export * from './bank-pages/index.js';
export { createService, runService } from './create-service.js';
export { CUSTOMER_APP_EVENTS } from './customer-app.consumer.js';
export { EVENT_SIGNATURE } from './gateway-event-verifier.js';
export { describeService } from './describe-service.js';
export { mintSessionToken, type SessionToken } from './mint-session-token.js';
export { runDlt, type DltDatabases } from './parked-messages/dlt-program.js';
export type { DrawnMachine, ServiceDefinition } from './service-definition.js';
export * from './published-keys/index.js';
