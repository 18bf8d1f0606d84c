import type { Institution, InstitutionLoginMethod, InstitutionProduct } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import type { KeptCredentials } from '../../identities/credentials/login-secrets.service.js';
import type { LoginStep } from '../../identities/link-jobs/link-job.table.js';
import type { TypedFields } from '../../identities/link-keys/link-keys.service.js';
import { scopesToRead } from '../../identities/login-identities/login-identities.reads.js';
import { PRODUCTS, type Product } from '../../identities/login-identities/products.js';

/** The products of a link for each product of an institution. */
const SUPPORTED: Readonly<Partial<Record<InstitutionProduct, readonly Product[]>>> = {
  ACCOUNTS: ['accounts', 'balance_history', 'card_details'],
  TRANSACTIONS: ['online_transactions', 'historical_transactions', 'income_estimation'],
  STATEMENTS: ['statements'],
  ACCOUNT_NUMBERS: ['account_numbers'],
  IDENTITY: ['identity'],
};

/**
 * Products by the names of the interface: keys of `product_status` in capitals, `TRANSACTIONS` for
 * both kinds. None: all that the institution supports and the app may read. Throws INVALID_REQUEST
 * for another name, and for a product that the app may not read.
 */
export function requestedProducts(
  asked: readonly string[],
  institution: Pick<Institution, 'products_supported'>,
  appScopes: readonly string[] | undefined,
): readonly Product[] {
  if (asked.length === 0) {
    const supported = institution.products_supported.flatMap((each) => SUPPORTED[each] ?? []);
    return readableProducts(supported, appScopes);
  }
  const wanted = new Set(asked.flatMap(named));
  const closed = [...wanted].find((product) => !isReadable(product, appScopes));
  if (closed) {
    const scopes = scopesToRead(closed).join(' or ');
    throw invalid(
      `products_requested names ${closed.toUpperCase()}, which needs the scope ${scopes}.`,
    );
  }
  return PRODUCTS.filter((product) => wanted.has(product));
}

/** Those that the app may read. INVALID_REQUEST for none: the user would agree to nothing. */
export function readableProducts(
  products: readonly Product[],
  appScopes: readonly string[] | undefined,
): readonly Product[] {
  const readable = PRODUCTS.filter(
    (product) => products.includes(product) && isReadable(product, appScopes),
  );
  if (readable.length > 0 || products.length === 0) return readable;
  throw invalid('The customer app has the scope of none of the products.');
}

/** A product without scopes is open to every app. Undefined: the scopes are not known. */
function isReadable(product: Product, appScopes: readonly string[] | undefined): boolean {
  const scopes = scopesToRead(product);
  return !appScopes || scopes.length === 0 || scopes.some((scope) => appScopes.includes(scope));
}

function named(name: string): readonly Product[] {
  if (name === 'TRANSACTIONS') return ['online_transactions', 'historical_transactions'];
  const product = PRODUCTS.find((each) => each.toUpperCase() === name);
  if (product) return [product];
  throw invalid(
    'products_requested must name products: ACCOUNTS, TRANSACTIONS, STATEMENTS and others.',
  );
}

const METHOD = 'login_method_id';

/**
 * The user's input in the form of one of the institution's login methods. Throws INVALID_REQUEST
 * with the name of the field, never with its value.
 */
export function typedLogin(institution: Institution, typed: TypedFields): KeptCredentials {
  const method = methodOf(institution, typed[METHOD]);
  const values = method.login_fields.map(({ key }) => {
    const value = typed[key];
    if (value === undefined || value === '') {
      throw invalid(`encrypted_credentials must hold the field ${key}.`);
    }
    return [key, value] as const;
  });
  return { loginMethodId: method.id, credentials: Object.fromEntries(values) };
}

/** The first step of a login: a form of ours, or, for a method without fields, the bank's own page. */
export function firstStep(
  { login_methods: methods = [] }: Institution,
  { loginMethodId, language }: { loginMethodId: string; language: LoginStep['language'] },
): LoginStep {
  const method = methods.find(({ id }) => id === loginMethodId);
  const isForm = method === undefined || method.login_fields.length > 0;
  const name = isForm ? 'START' : 'REDIRECT';
  return { name, loginMethodId, language, action: null, actionName: null };
}

function methodOf(
  { login_methods: methods = [] }: Institution,
  methodId: string | undefined,
): InstitutionLoginMethod {
  const preferred = methods.find((method) => method.is_default_method) ?? methods[0];
  const method = methodId === undefined ? preferred : methods.find(({ id }) => id === methodId);
  if (method) return method;
  throw invalid(
    methodId === undefined
      ? 'institution_id must be that of an institution that accepts logins.'
      : 'encrypted_credentials must name a login method of the institution.',
  );
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
