export * from './config-error.js';
export * from './describe-config.js';
export * from './env.decorator.js';
export * from './load-config.js';
export * from './print-usage.js';
export * from './service.config.js';
export * from './migrate.config.js';
export * from './sandbox-access.js';
