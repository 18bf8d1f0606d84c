export * from './webhook-endpoint.dto.js';
export * from './webhook-event.dto.js';
