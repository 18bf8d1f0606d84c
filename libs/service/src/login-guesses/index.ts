export * from './login-guess.table.js';
export * from './login-guesses.js';
