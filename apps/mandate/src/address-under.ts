/** An address below a base that may have a path of its own, with or without a slash at its end. */
export function addressUnder(base: string, { path }: { readonly path: `/${string}` }): URL {
  return new URL(`${base.replace(/\/+$/, '')}${path}`);
}
