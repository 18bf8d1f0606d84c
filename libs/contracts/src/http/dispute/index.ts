export * from './dispute.dto.js';
