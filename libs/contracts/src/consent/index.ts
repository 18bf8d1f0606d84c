export * from './consent-language.js';
export * from './mandate-consent.js';
