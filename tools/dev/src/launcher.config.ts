import { IntegerVariable, PostgresVariable, Variable } from '@towpath/config';
import { Matches } from 'class-validator';

/** Ports above the gateway's that the launcher may give to the other parts. */
const PORTS_ABOVE = 30;

/** Variables of `npm start` itself; the variables of the services are passed on unchanged. */
export class LauncherConfig {
  @IntegerVariable('Port of the public interface.', {
    min: 1,
    max: 65_535 - PORTS_ABOVE,
    default: 8080,
  })
  port: number;
  @PostgresVariable('Administrator of an existing PostgreSQL; without it one is started.', {
    example: 'postgres://postgres:password@127.0.0.1:5432/postgres',
    optional: true,
  })
  databaseUrl?: string;
  @Variable(
    'Existing Kafka brokers as host:port, joined by commas; without it one is started.',
    { example: '127.0.0.1:9092', optional: true },
    Matches(/^[^\s:,]+:\d+(,[^\s:,]+:\d+)*$/, { message: '$property must list host:port pairs' }),
  )
  kafkaBrokers?: string;
  @Variable('Folder of everything that is kept.', { default: '.data' }) dataDir: string;
}

/** Variables that a user may set for the services; each service checks its own. */
const PASSED_ON = [
  'CARD_FIELDS_ORIGINS',
  'CONSOLE_APPS_CLAIM',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET_FILE',
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_SCOPE',
  'CONSOLE_ROLES_CLAIM',
  'CONSOLE_ROLE_VALUES',
  'CONSOLE_TRACE_URL',
  'LOG_LEVEL',
  'OPERATOR_ALONE_LIMITS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PAYMENT_LINK_VALIDITY_DAYS',
  'PUBLIC_API_URL',
  'PUBLIC_CONSOLE_URL',
  'PUBLIC_FIELDS_URL',
  'PUBLIC_PAGES_URL',
  'RATE_LIMIT_PER_SECOND',
  'SANDBOX_PUBLIC_URL',
  'STRIPE_TEST_SECRET_KEY_FILE',
  'STRIPE_TEST_PUBLISHABLE_KEY_FILE',
  'STRIPE_TEST_WEBHOOK_SECRETS_FILE',
  'TRUSTED_PROXIES',
  'WEBHOOK_ALLOWED_TARGETS',
] as const;

/** The settings of the services in an environment; what is not set there is not in it. */
export function serviceSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}
