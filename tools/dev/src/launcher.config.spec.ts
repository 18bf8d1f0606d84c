import { loadConfig } from '@towpath/config';
import { LauncherConfig, serviceSettings } from './launcher.config.js';

describe('LauncherConfig', () => {
  it('starts its own servers and listens on 8080 by default', () => {
    const config = loadConfig(LauncherConfig, {});
    expect(config).toMatchObject({ port: 8080, dataDir: '.data' });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.kafkaBrokers).toBeUndefined();
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a number.'],
    [{ PORT: '65530' }, 'PORT must not be greater than 65505.'],
    [{ DATABASE_URL: 'mysql://x:secret@h/d' }, 'DATABASE_URL must be a postgres:// URL.'],
    [{ KAFKA_BROKERS: 'localhost' }, 'KAFKA_BROKERS must list host:port pairs.'],
  ])('refuses %j in one sentence without the value', (env, message) => {
    expect(() => loadConfig(LauncherConfig, env)).toThrow(message);
  });
});

describe('serviceSettings', () => {
  it('contains the settings for the services, and no others', () => {
    const env = { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '', DATABASE_URL: 'x', HOME: '/home/x' };
    expect(serviceSettings(env)).toEqual({ LOG_LEVEL: 'debug' });
  });
});
