/** Every request and response, for tests of all of them. A service imports only its own. */
export * from '../account-data/index.js';
export * from '../dispute/index.js';
export * from '../gateway/index.js';
export * from '../internal/index.js';
export * from '../mandate/index.js';
export * from '../payment-link/index.js';
export * from '../shared/index.js';
export * from '../webhook-dispatch/index.js';
