/** ms since 1970, finer than a whole one, to compare with times of other processes. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now();
}
