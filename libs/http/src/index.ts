export * from './access/authenticator.js';
export * from './access/authorize.js';
export * from './access/caller.js';
export * from './access/customer-app-directory.js';
export * from './access/operation.decorator.js';
export * from './access/page-session.js';
export * from './access/public-key-source.js';
export * from './access/route-access.js';
export * from './access/token-verifier.js';
export * from './access/views-customer-app-directory.js';
export * from './app/caller-connection.js';
export * from './app/compress-lists.js';
export * from './app/create-http-app.js';
export * from './app/gateway-ports.js';
export * from './app/http-options.js';
export * from './app/listen.js';
export * from './app/run-main.js';
export { SERVER_OPTIONS, SERVER_TIMES } from './app/listeners.js';
export * from './app/startup-error.js';
export * from './app/unexpected-errors.js';
export * from './client/allowed-edges.js';
export * from './client/call-backs.js';
export * from './client/circuit-breaker.js';
export * from './client/connector-client.js';
export { KeptConnectors, type OpenRows } from './client/kept-connectors.js';
export {
  BankRegistry,
  ConnectorRegistry,
  clockOf,
  isKeyed,
  notSimulated,
  SANDBOX,
  type ConnectorPlace,
  type KeyedConnector,
} from './client/connector-registry.js';
export * from './client/app-credentials.js';
export * from './client/expiring-cache.js';
export * from './client/gateway-credentials.js';
export * from './client/internal-client.js';
export * from './client/peer-errors.js';
export * from './client/service-token-source.js';
export * from './client/keyed-processors.js';
export * from './client/stripe-client.js';
export * from './client/stripe-currencies.js';
export * from './client/stripe-events.js';
export * from './client/stripe-keys.js';
export * from './client/stripe-pages.js';
export * from './composed/compose-read.js';
export * from './context/client-address.js';
export * from './context/deadline.js';
export * from './context/loopback.js';
export * from './context/network-of.js';
export * from './context/request-id.js';
export * from './context/request-state.js';
export * from './errors/error-responder.js';
export * from './errors/failure.js';
export * from './errors/request-not-received.js';
export * from './files/running-downloads.js';
export * from './files/signed-urls.js';
export * from './idempotency/idempotent-answers.js';
export * from './idempotency/idempotent-call.js';
export * from './input/body-intake.js';
export * from './input/call-back.decorator.js';
export * from './input/input.pipe.js';
export * from './input/optional-body.decorator.js';
export * from './input/raw-body.decorator.js';
export * from './input/safe-json.js';
export * from './input/validate.js';
export * from './internal/internal.module.js';
export * from './internal/quiescence.js';
export * from './openapi/create-openapi-document.js';
export { DocumentsOptionalBody, DocumentsQuery } from './openapi/operation-docs.js';
export * from './pages/embedding-origins.js';
export * from './pages/page-headers.js';
export * from './pages/stripe-fields.js';
export * from './paging/cursor.js';
export * from './paging/page-of.js';
export * from './responses/prepared-answer.js';
export * from './responses/response-shape.js';
export { findPort } from './app/ports.js';
