/** Matches no origin that could end a directive of a policy, or cover several hosts. */
const SOURCE = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/;

/**
 * The origins of redirect URIs, sorted and unique: the sites that may frame a hosted page and
 * receive its messages. Only https, or http on loopback; other values are omitted.
 */
export function embeddingOrigins(redirectUris: unknown): readonly string[] {
  if (!Array.isArray(redirectUris)) return [];
  const origins = redirectUris
    .filter((uri): uri is string => typeof uri === 'string' && URL.canParse(uri))
    .map((uri) => new URL(uri).origin);
  return [...new Set(origins)].filter((origin) => SOURCE.test(origin)).sort();
}
