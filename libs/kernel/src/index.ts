export * from './clock.js';
export * from './currencies.js';
export * from './error-codes.js';
export * from './errors.js';
export * from './ids.js';
export * from './lifecycle.js';
export * from './money.js';
export * from './state-machine.js';
