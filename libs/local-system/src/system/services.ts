/** One deployable process of the system, as its launcher sees it. */
export interface ServiceDefinition {
  /** Service name; the database and its roles are named after it. */
  readonly name: string;
  /** Folder in the checkout with `dist/main.js` and, for a database, `dist/migrate.js`. */
  readonly folder: string;
  /** Services whose internal port it may call; the gateway's is known to all. */
  readonly calls: readonly string[];
  /** Purposes of the service's own keys, beside those of the libraries. */
  readonly keyPurposes: readonly string[];
}

const app = (
  name: string,
  rest: Partial<Pick<ServiceDefinition, 'calls' | 'keyPurposes'>> = {},
): ServiceDefinition => ({ name, folder: `apps/${name}`, calls: [], keyPurposes: [], ...rest });

/** The whole system. The edges between services are those of the architecture, and no other. */
export const SYSTEM_SERVICES: readonly ServiceDefinition[] = [
  app('gateway', {
    calls: ['payment-link', 'mandate', 'dispute', 'account-data', 'webhook-dispatch', 'sandbox'],
    keyPurposes: ['client-secrets', 'signing-keys', 'grants', 'gateway-accounts'],
  }),
  app('payment-link', {
    calls: ['mandate', 'account-data'],
    keyPurposes: ['content-hash', 'link-url', 'card-token'],
  }),
  app('mandate', {
    calls: ['payment-link', 'account-data'],
    keyPurposes: ['checklist-data', 'checklist-keys', 'link-url'],
  }),
  app('dispute', { calls: ['payment-link'], keyPurposes: ['notifications'] }),
  app('account-data', { keyPurposes: ['link-keys', 'link-url'] }),
  app('webhook-dispatch', { keyPurposes: ['endpoint-secrets', 'webhook-signing'] }),
  { name: 'sandbox', folder: 'apps/sandbox', calls: [], keyPurposes: [] },
];
