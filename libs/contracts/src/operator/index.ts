export * from './action.dto.js';
export * from './console.dto.js';
export * from './operator-claim.js';
export * from './operator-operations.js';
export * from './operator.dto.js';
export * from './resources.js';
export * from './search-terms.js';
export * from './seen.js';
