import { Env } from '@towpath/config';
import { IsInt, IsString, Matches, Max, Min } from 'class-validator';

/** Ports above the gateway's that the launcher may give to the other parts. */
const PORTS_ABOVE = 30;

/** Variables of `npm start` itself; the variables of the services are passed on unchanged. */
export class LauncherConfig {
  @Env({ name: 'PORT', description: 'Port of the public interface.', default: 8080 })
  @IsInt()
  @Min(1)
  @Max(65_535 - PORTS_ABOVE)
  port: number;

  @Env({
    name: 'DATABASE_URL',
    description: 'Administrator of an existing PostgreSQL; without it one is started.',
    example: 'postgres://postgres:password@127.0.0.1:5432/postgres',
    optional: true,
    secret: true,
  })
  @Matches(/^postgres(ql)?:\/\/.+/, { message: '$property must be a postgres:// URL' })
  databaseUrl?: string;

  @Env({
    name: 'KAFKA_BROKERS',
    description:
      'Existing Kafka brokers as host:port, joined by commas; without it one is started.',
    example: '127.0.0.1:9092',
    optional: true,
  })
  @Matches(/^[^\s:,]+:\d+(,[^\s:,]+:\d+)*$/, { message: '$property must list host:port pairs' })
  kafkaBrokers?: string;

  @Env({ name: 'DATA_DIR', description: 'Folder of everything that is kept.', default: '.data' })
  @IsString()
  dataDir: string;
}

/** Variables that a user may set for the services; each service checks its own. */
const PASSED_ON = [
  'CARD_FIELDS_ORIGINS',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PAYMENT_LINK_VALIDITY_DAYS',
  'PUBLIC_API_URL',
  'PUBLIC_PAGES_URL',
  'RATE_LIMIT_PER_SECOND',
  'SANDBOX_PUBLIC_URL',
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
