export * from './health.js';
export * from './logger.js';
export * from './metrics.js';
export * from './redact.js';
export * from './request-context.js';
export * from './shutdown.js';
export * from './traceparent.js';
export * from './tracing.js';
