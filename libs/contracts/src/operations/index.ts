export * from './areas.js';
export * from './match-operation.js';
export * from './operation.js';
export * from './operations.js';
