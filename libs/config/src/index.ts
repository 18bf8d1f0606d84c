export * from './describe-config.js';
export * from './load-config.js';
export * from './print-usage.js';
export * from './service.config.js';
export * from './sandbox-access.js';
export * from './stripe.config.js';
export * from './variables.js';
