export * from './browser-proofs.js';
export * from './signed-text.js';
