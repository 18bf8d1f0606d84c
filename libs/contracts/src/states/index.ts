export * from './customer-app.states.js';
export * from './difference.states.js';
export * from './dispute.states.js';
export * from './institution.states.js';
export * from './login-identity.states.js';
export * from './mandate.states.js';
export * from './payment.states.js';
export * from './webhook.states.js';
