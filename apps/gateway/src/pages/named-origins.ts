const PLACE = 'name="embedding-origins" content=""';

/**
 * The page with the origins that may frame it in its head; it sends messages only to them. A policy
 * accepts these origins, so they contain no character that ends the attribute.
 */
export function withNamedOrigins(page: string, origins: readonly string[]): string {
  return page.replace(PLACE, `name="embedding-origins" content="${origins.join(' ')}"`);
}
