import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ALL_SCOPES, documentNow, operations, VERSION } from '@towpath/contracts';

import { CUSTOMER_SCHEME, OPERATOR_SCHEME, TOKEN_SCHEMES } from './operation-docs.js';

const DESCRIPTION =
  'Payment links, direct-debit mandates, card disputes and account linking. ' +
  'Amounts are integers in minor units of their ISO 4217 currency, times are UTC. ' +
  'Success always answers 200; branch on `error_code` for errors.';

const TOKEN_MEANINGS: Readonly<Record<keyof typeof TOKEN_SCHEMES, string>> = {
  login_identity: 'Token of one login identity, from POST /auth/token or a refresh.',
  hosted_link: 'Token of a session of the hosted link page.',
  mandate_link: 'Token for the authorization of one mandate, from POST /mandates/link.',
  payment_link: 'Token of a session of the hosted payment page.',
};

/**
 * OpenAPI 3.1 of the operations that an app answers, from its decorators and DTO classes. The app
 * need not be initialised: nothing listens or connects.
 */
export async function createOpenApiDocument(app: INestApplication): Promise<OpenAPIObject> {
  // Only here: no service needs it to serve.
  const swagger = await import('@nestjs/swagger');
  documentNow(swagger);
  const { DocumentBuilder, SwaggerModule } = swagger;
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Towpath API')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .addSecurity(CUSTOMER_SCHEME, {
      type: 'oauth2',
      description: 'Customer token of an app. Send it as `Authorization: Bearer <token>`.',
      flows: { clientCredentials: { tokenUrl: '/auth/customer/token', scopes: describedScopes() } },
    });
  for (const [use, scheme] of Object.entries(TOKEN_SCHEMES)) {
    const description = TOKEN_MEANINGS[use as keyof typeof TOKEN_SCHEMES];
    builder.addSecurity(scheme, {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description,
    });
  }
  const document = SwaggerModule.createDocument(app, builder.build(), BY_OPERATION);
  return ordered(withPaths(document, (path) => !isForOperators(path)));
}

/**
 * OpenAPI 3.1 of what an app answers operators on its internal port, in the same way: the gateway
 * alone calls it.
 */
export async function createOperatorDocument(
  app: INestApplication,
  service: string,
): Promise<OpenAPIObject> {
  const swagger = await import('@nestjs/swagger');
  documentNow(swagger);
  const { DocumentBuilder, SwaggerModule } = swagger;
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(`Towpath for operators: ${service}`)
    .setDescription(OPERATOR_DESCRIPTION)
    .setVersion(VERSION)
    .addServer('/', 'The internal port of the service.')
    .addTag('Operators', 'What the gateway asks in the name of an operator.')
    .addSecurity(OPERATOR_SCHEME, {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'Service token of the gateway with the claim of an operator; it lasts a minute.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, config, BY_OPERATION);
  return ordered(withPaths(document, isForOperators));
}

const OPERATOR_DESCRIPTION =
  'What the operations console asks this service, on its internal port. The gateway alone calls ' +
  'it, in the name of an operator. Values that the role does not see are masked.';

const BY_OPERATION = { autoTagControllers: false };

function isForOperators(path: string): boolean {
  return path.startsWith('/operator/');
}

/** The document of these paths alone, with the schemas that they need. */
function withPaths(document: OpenAPIObject, isWanted: (path: string) => boolean): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => isWanted(path)),
  );
  const { schemas = {} } = document.components ?? {};
  const needed = new Set<string>();
  const need = (part: unknown) => {
    for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(SCHEMA)) {
      if (needed.has(name)) continue;
      needed.add(name);
      need(schemas[name]);
    }
  };
  need(paths);
  const kept = Object.entries(schemas).filter(([name]) => needed.has(name));
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  };
}

const SCHEMA = /"#\/components\/schemas\/([^"]+)"/g;

/** Paths as the list of operations has them and schemas by name: not in the order of controllers. */
function ordered(document: OpenAPIObject): OpenAPIObject {
  const place = new Map(operations.toReversed().map(({ path }, at) => [path, -at]));
  const byPlace = ([one]: [string, unknown], [other]: [string, unknown]) =>
    (place.get(one) ?? 0) - (place.get(other) ?? 0);
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => one.localeCompare(other);
  const { paths, components = {} } = document;
  const sorted = <T extends object>(members: T): T =>
    Object.fromEntries(Object.entries(members).toSorted(byName)) as T;
  const inOrder = Object.entries(paths).toSorted(byPlace);
  return {
    ...document,
    paths: Object.fromEntries(inOrder.map(([path, methods]) => [path, sorted(methods)])),
    components: { ...components, schemas: sorted(components.schemas ?? {}) },
  };
}

/** Each scope with the operations that it permits. */
function describedScopes(): Record<string, string> {
  return Object.fromEntries(
    ALL_SCOPES.map((scope) => {
      const opened = operations.filter((operation) => operation.scope === scope);
      const summaries = opened.map(({ summary }) => summary);
      return [scope, summaries.length === 0 ? 'Opens nothing yet' : summaries.join('; ')];
    }),
  );
}
