/** Areas of an app, from the outermost to the innermost; those of one line are strangers. */
export const AREAS: Readonly<Record<string, readonly (readonly string[])[]>>;
