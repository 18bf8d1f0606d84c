export * from './account-data.dto.js';
export * from './account-holder.dto.js';
export * from './hosted-link.dto.js';
export * from './link.dto.js';
export * from './login-identity.dto.js';
