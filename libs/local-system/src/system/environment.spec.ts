import { environmentOf, type SystemLayout } from './environment.js';
import { preferredPorts } from './ports.js';
import { SYSTEM_SERVICES } from './services.js';

const names = SYSTEM_SERVICES.map(({ name }) => name);
const urls = (name: string) => ({
  owner: `postgres://${name}-owner`,
  app: `postgres://${name}-app`,
  worker: `postgres://${name}-worker`,
});
const layout: SystemLayout = {
  ports: preferredPorts(names, 8080).services,
  databases: Object.fromEntries(names.map((name) => [name, urls(name)])),
  kafkaBrokers: '127.0.0.1:9092',
  keysDir: '/keys',
  root: '/checkout',
  sandboxGatewaySecret: 'secret',
  settings: {},
};

function environment(
  name: string,
  settings: Record<string, string> = {},
  { usesDoubles = false } = {},
) {
  const service = SYSTEM_SERVICES.find((each) => each.name === name);
  if (!service) throw new Error(`no service ${name}`);
  return environmentOf(service, { ...layout, settings, usesDoubles });
}

describe('environmentOf', () => {
  it('gives a service its ports, its own database and roles, the brokers and the keys', () => {
    expect(environment('dispute')).toEqual({
      HOST: '127.0.0.1',
      PORT: '8083',
      INTERNAL_PORT: '8094',
      DATABASE_URL: 'postgres://dispute-app',
      DATABASE_WORKER_URL: 'postgres://dispute-worker',
      KAFKA_BROKERS: '127.0.0.1:9092',
      KEYS_DIR: '/keys',
      GATEWAY_INTERNAL_URL: 'http://127.0.0.1:8091',
      PAYMENT_LINK_INTERNAL_URL: 'http://127.0.0.1:8092',
      SANDBOX_GATEWAY_SECRET: 'secret',
      SANDBOX_URL: 'http://127.0.0.1:8086',
    });
  });

  it('gives each service the addresses of those that it may call, and of no other', () => {
    const called = (name: string) =>
      Object.keys(environment(name))
        .filter((variable) => /_INTERNAL_URL$/.test(variable))
        .sort();
    expect(called('account-data')).toEqual(['GATEWAY_INTERNAL_URL']);
    expect(called('mandate')).toEqual([
      'ACCOUNT_DATA_INTERNAL_URL',
      'GATEWAY_INTERNAL_URL',
      'PAYMENT_LINK_INTERNAL_URL',
    ]);
    expect(called('gateway')).toHaveLength(7);
    expect(called('sandbox')).toEqual(['GATEWAY_INTERNAL_URL']);
  });

  it('gives only the gateway the addresses that it forwards to', () => {
    const forwards = (name: string) =>
      Object.entries(environment(name)).filter(([variable]) => /^[A-Z_]+_URL$/.test(variable));
    expect(Object.fromEntries(forwards('gateway'))).toMatchObject({
      PAYMENT_LINK_URL: 'http://127.0.0.1:8081',
      WEBHOOK_DISPATCH_URL: 'http://127.0.0.1:8085',
      PUBLIC_API_URL: 'http://127.0.0.1:8080',
      PUBLIC_PAGES_URL: 'http://localhost:8080',
      PUBLIC_FIELDS_URL: 'http://fields.localhost:8080',
    });
    expect(environment('payment-link')).not.toHaveProperty('MANDATE_URL');
  });

  it('gives no service the role that owns its schema', () => {
    for (const service of SYSTEM_SERVICES) {
      expect(JSON.stringify(environmentOf(service, layout))).not.toContain('-owner');
    }
  });

  it('shares the secret of the simulated banks and gateways between their ends only', () => {
    const holders = names.filter((name) => 'SANDBOX_GATEWAY_SECRET' in environment(name));
    expect(holders).toEqual(['payment-link', 'mandate', 'dispute', 'account-data', 'sandbox']);
  });

  it('lets webhooks reach this machine, and only from webhook-dispatch', () => {
    const holders = names.filter((name) => 'WEBHOOK_ALLOWED_TARGETS' in environment(name));
    expect(holders).toEqual(['webhook-dispatch']);
    expect(environment('webhook-dispatch')['WEBHOOK_ALLOWED_TARGETS']).toBe('127.0.0.0/8,::1/128');
  });

  it('sends connectors of real processors to doubles only where that is asked for', () => {
    const asked = names.filter((name) => 'STRIPE_API_URL' in environment(name));
    expect(asked).toEqual([]);
    const double = { STRIPE_API_URL: 'http://127.0.0.1:8086' };
    for (const name of ['payment-link', 'dispute']) {
      expect(environment(name, {}, { usesDoubles: true })).toMatchObject(double);
    }
  });

  it('lets the settings of the user win', () => {
    const settings = { PUBLIC_API_URL: 'https://api.example.com', LOG_LEVEL: 'debug' };
    expect(environment('payment-link', settings)).toMatchObject(settings);
  });
});

describe('preferredPorts', () => {
  it('gives each listener a port of its own, and leaves +10 to a program of the user', () => {
    const { services, postgres, kafka } = preferredPorts(names, 8080);
    const ports = Object.values(services).flatMap(({ port, internalPort }) => [port, internalPort]);
    expect(services['gateway']).toEqual({ port: 8080, internalPort: 8091 });
    expect(new Set([...ports, postgres, kafka, 8090]).size).toBe(names.length * 2 + 3);
  });

  describe('the console', () => {
    const hash = 'scrypt:salt:hash';
    const gateway = SYSTEM_SERVICES.find(({ name }) => name === 'gateway');
    const consoleOf = (settings: Record<string, string>) => {
      if (!gateway) throw new Error('no gateway');
      const all = environmentOf(gateway, { ...layout, settings, consolePasswordHash: hash });
      return [all['PUBLIC_CONSOLE_URL'], all['CONSOLE_LOCAL_PASSWORD_HASH']];
    };

    it('has a local operator, whose hash only the gateway knows', () => {
      expect(consoleOf({})).toEqual(['http://console.localhost:8080', hash]);
      for (const service of SYSTEM_SERVICES.filter(({ name }) => name !== 'gateway')) {
        const all = environmentOf(service, { ...layout, consolePasswordHash: hash });
        expect(JSON.stringify(all)).not.toContain(hash);
      }
    });

    it('has no local operator beside a provider, and is not there for others', () => {
      const issuer = { CONSOLE_OIDC_ISSUER: 'https://login.example.com' };
      expect(consoleOf(issuer)).toEqual(['http://console.localhost:8080', undefined]);
      const reached = { PUBLIC_API_URL: 'https://api.example.com' };
      expect(consoleOf(reached)).toEqual([undefined, undefined]);
    });
  });
});
