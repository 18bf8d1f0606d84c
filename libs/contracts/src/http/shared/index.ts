export * from './hosted-page.dto.js';
export * from './institution.dto.js';
export * from './jwks.dto.js';
export * from './link-action.dto.js';
export * from './page.dto.js';
export * from './payment-setup-options.dto.js';
export * from './testing.dto.js';
export * from './personal-members.js';
