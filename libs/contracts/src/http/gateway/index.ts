export * from './tokens.dto.js';
