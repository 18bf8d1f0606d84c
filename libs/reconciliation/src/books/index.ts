export * from './compare-books.js';
export * from './settlement-period.js';
