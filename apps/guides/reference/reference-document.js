// The OpenAPI document as the reference shows it.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The document without what customer apps never call. */
export function visibleDocument(document, origin) {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const shown = Object.entries(item).filter(
      ([method, operation]) => !METHODS.includes(method) || !operation['x-internal'],
    );
    return shown.some(([method]) => METHODS.includes(method))
      ? [[path, Object.fromEntries(shown)]]
      : [];
  });
  const tags = document.tags.filter((tag) => !tag['x-internal']);
  return {
    ...document,
    servers: [{ url: origin }],
    tags,
    paths: Object.fromEntries(paths),
    components: withPlainTokens(document),
  };
}

/** The page has a form of its own for tokens: each scheme is then a token to send. */
function withPlainTokens({ components }) {
  const schemes = Object.entries(components.securitySchemes).map(([name, { description }]) => [
    name,
    { type: 'http', scheme: 'bearer', description },
  ]);
  return { ...components, securitySchemes: Object.fromEntries(schemes) };
}
