export * from './checklist-items.dto.js';
export * from './hosted-mandate.dto.js';
export * from './mandate-auth.dto.js';
export * from './mandate.dto.js';
export * from './mandate-consent-text.dto.js';
