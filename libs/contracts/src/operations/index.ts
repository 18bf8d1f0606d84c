export * from './operation.js';
export * from './list-parameters.js';
export * from './match-operation.js';
export * from './operations.js';
