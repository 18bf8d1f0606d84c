export * from './generated/errors.gen.js';
export type * from './generated/types.gen.js';
export { Operations, type Options } from './generated/sdk.gen.js';
export { each, type After } from './pages.js';
export type { RepeatOptions } from './repeats.js';
export { Towpath, type TowpathOptions } from './towpath.js';
export { TowpathError } from './towpath-error.js';
