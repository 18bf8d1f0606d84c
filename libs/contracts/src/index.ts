export * from './errors/catalogue.js';
export * from './errors/envelope.js';
export * from './scopes.js';
export * from './service-names.js';
export * from './states/index.js';
export * from './token.js';
