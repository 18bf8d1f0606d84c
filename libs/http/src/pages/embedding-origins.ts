/** Nothing in it can end a directive of a policy, or stand for more hosts than one. */
const SOURCE = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/;

/**
 * The origins of redirect URIs, sorted, each once: the sites that may frame a hosted page and hear
 * from it. https, or http on loopback; whatever else is given is left out.
 */
export function embeddingOrigins(redirectUris: unknown): readonly string[] {
  if (!Array.isArray(redirectUris)) return [];
  const origins = redirectUris
    .filter((uri): uri is string => typeof uri === 'string' && URL.canParse(uri))
    .map((uri) => new URL(uri).origin);
  return [...new Set(origins)].filter((origin) => SOURCE.test(origin)).sort();
}
