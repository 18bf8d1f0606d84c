interface Move {
  readonly key: string;
  /** The place in the list, or -1 for the field itself. */
  readonly active: number;
  readonly count: number;
}

/** The list position after a key; null for keys of the search field. */
export function movedTo({ key, active, count }: Move): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return active + 1 < count ? active + 1 : 0;
    case 'ArrowUp':
      return active > 0 ? active - 1 : count - 1;
    case 'PageDown':
      return Math.min(count - 1, Math.max(0, active) + 5);
    case 'PageUp':
      return Math.max(0, active - 5);
    default:
      return null;
  }
}
