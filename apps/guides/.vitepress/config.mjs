export { default } from '../src/site.config.ts';
