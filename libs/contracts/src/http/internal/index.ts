export * from './dispute-payment.dto.js';
export * from './mandate-internal.dto.js';
export * from './mandate-charge.dto.js';
export * from './mandate-parties.dto.js';
