import { ConfigError, loadConfig } from '@towpath/config';
import { WebhookDispatchConfig } from './webhook-dispatch.config.js';

const USUAL = {
  PORT: '1',
  INTERNAL_PORT: '2',
  DATABASE_URL: 'postgres://a',
  DATABASE_WORKER_URL: 'postgres://b',
  KAFKA_BROKERS: '127.0.0.1:9092',
  KEYS_DIR: '/keys',
  GATEWAY_INTERNAL_URL: 'http://127.0.0.1:9080',
};
const load = (change: Record<string, string> = {}) =>
  loadConfig(WebhookDispatchConfig, { ...USUAL, ...change });

describe('the configuration of webhook-dispatch', () => {
  it('opens no range unless it is configured', () => {
    expect(load().allowedTargets).toEqual([]);
    expect(load({ WEBHOOK_ALLOWED_TARGETS: '127.0.0.0/8, ::1/128' }).allowedTargets).toEqual([
      '127.0.0.0/8',
      '::1/128',
    ]);
  });

  it.each(['127.0.0.1', '300.0.0.0/8', '10.0.0.0/33', 'localhost/8', '10.0.0.0/8;::1/128'])(
    'refuses %s as a range, in one sentence',
    (ranges) => {
      expect(() => load({ WEBHOOK_ALLOWED_TARGETS: ranges })).toThrow(ConfigError);
      expect(() => load({ WEBHOOK_ALLOWED_TARGETS: ranges })).toThrow(
        'WEBHOOK_ALLOWED_TARGETS must list CIDR ranges',
      );
    },
  );
});
