export * from './customer-token.dto.js';
export * from './login-identity-token.dto.js';
