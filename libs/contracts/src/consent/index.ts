export * from './consent-language.js';
export * from './link-consent.js';
export * from './mandate-consent.js';
