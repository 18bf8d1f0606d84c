export * from './login-guess.entity.js';
export * from './login-guesses.js';
export * from './login-guesses.table.js';
