import './validation/remember-rules.js';

export * from './consent/index.js';
export * from './errors/catalogue.js';
export * from './errors/embedded-error.js';
export * from './errors/envelope.js';
export * from './events/index.js';
export * from './fields/index.js';
export * from './http/index.js';
export * from './operations/index.js';
export * from './scopes.js';
export * from './service-names.js';
export * from './states/index.js';
export * from './token.js';
export * from './validation/account-numbers.js';
export * from './validation/check.js';
export * from './validation/rules.js';
export * from './version.js';
export * from './webhooks/index.js';
