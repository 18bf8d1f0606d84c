export * from './bodies.js';
export * from './catalogue.js';
export * from './event-types.js';
export * from './public-webhooks.js';
export * from './subscription.js';
