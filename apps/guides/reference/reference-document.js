// The OpenAPI document as the reference shows it.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The document without what customer apps never call, with an example in TypeScript for the rest. */
export function visibleDocument(document, origin) {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const shown = Object.entries(item).filter(
      ([method, operation]) => !METHODS.includes(method) || !operation['x-internal'],
    );
    if (!shown.some(([method]) => METHODS.includes(method))) return [];
    const withExamples = shown.map(([method, operation]) => [
      method,
      METHODS.includes(method)
        ? withTypeScript(operation, { method: method.toUpperCase(), url: `${origin}${path}` })
        : operation,
    ]);
    return [[path, Object.fromEntries(withExamples)]];
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

function withTypeScript(operation, request) {
  const source = typeScriptOf(operation, request);
  return { ...operation, 'x-codeSamples': [{ lang: 'typescript', label: 'TypeScript', source }] };
}

function typeScriptOf(operation, { method, url }) {
  const [type, { example } = {}] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isJson = type === 'application/json' && example !== undefined;
  const headers = [
    ...(operation.security?.length ? ['Authorization: `Bearer ${token}`'] : []),
    ...(isJson ? ["'Content-Type': 'application/json'"] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(isJson ? [`  body: JSON.stringify(${indented(example)}),`] : []),
  ];
  const call = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return [
    `const answer = await fetch('${url}'${call});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    'console.log(await answer.json());',
  ].join('\n');
}

const indented = (value) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
