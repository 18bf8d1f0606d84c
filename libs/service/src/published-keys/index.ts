export * from './distrust-key.dto.js';
export * from './encrypted-payload.js';
export * from './published-key.table.js';
export * from './published-keys.js';
