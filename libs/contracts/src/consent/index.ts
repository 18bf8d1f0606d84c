export * from './consent.js';
export * from './link-consent-facts.js';
export * from './link-consent.js';
export * from './mandate-consent-facts.js';
export * from './mandate-consent.js';
