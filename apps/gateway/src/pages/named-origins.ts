const PLACE = 'name="embedding-origins" content=""';

/**
 * The page with the origins that may frame it written into its head: it speaks to them and to nobody
 * else. They are origins that a policy may hold, so nothing in them can end the attribute.
 */
export function withNamedOrigins(page: string, origins: readonly string[]): string {
  return page.replace(PLACE, `name="embedding-origins" content="${origins.join(' ')}"`);
}
