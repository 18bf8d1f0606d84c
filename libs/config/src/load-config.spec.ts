import {
  ConfigError,
  describeConfig,
  ChoiceVariable,
  FlagVariable,
  IntegerVariable,
  ListVariable,
  UrlVariable,
  Variable,
  loadConfig,
  redactConfig,
  ServiceConfig,
  type Environment,
} from './index.js';

class BaseConfig {
  @IntegerVariable('Port to listen on.', { min: 0, example: '8080' }) port: number;
}

class SampleConfig extends BaseConfig {
  @UrlVariable('Where calls go.', { secret: true }) upstreamUrl: string;
  @ListVariable('Allowed origins.', {
    of: 'names',
    fits: (name) => name !== '',
    default: ['a', 'b'],
  })
  origins: string[];
  @FlagVariable('Say more.', { default: false }) verbose: boolean;
  @Variable('Where traces go.', { optional: true }) collector?: string;
  @ChoiceVariable('How it runs.', ['fast', 'slow'], { default: 'fast' }) mode: string;
}

const complete: Environment = { PORT: '8080', UPSTREAM_URL: 'http://peer:1/' };

function problemsOf(environment: Environment): readonly string[] {
  try {
    loadConfig(SampleConfig, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('loadConfig', () => {
  it('parses by the type of the property and fills defaults', () => {
    const config = loadConfig(SampleConfig, {
      ...complete,
      ORIGINS: ' https://a.test , https://b.test,',
      VERBOSE: 'TRUE',
    });
    expect(config).toBeInstanceOf(SampleConfig);
    expect(config).toMatchObject({
      port: 8080,
      origins: ['https://a.test', 'https://b.test'],
      verbose: true,
      mode: 'fast',
      collector: undefined,
    });
    expect(loadConfig(SampleConfig, complete).origins).toEqual(['a', 'b']);
  });

  it.each([
    ['missing', {}, 'PORT is missing: Port to listen on.'],
    ['empty', { PORT: '  ' }, 'PORT is missing: Port to listen on.'],
    ['no number', { PORT: 'eighty' }, 'PORT must be a number.'],
    ['a fraction', { PORT: '1.5' }, 'PORT must be an integer number.'],
    ['below the range', { PORT: '-1' }, 'PORT must not be less than 0.'],
  ])('says which variable is wrong: %s', (_case, part, expected) => {
    expect(problemsOf({ UPSTREAM_URL: complete['UPSTREAM_URL'], ...part })).toEqual([expected]);
  });

  it.each([
    ['VERBOSE', 'perhaps', 'VERBOSE must be a boolean value.'],
    ['MODE', 'wild', 'MODE must be one of the following values: fast, slow.'],
  ])('refuses a malformed %s', (name, value, expected) => {
    expect(problemsOf({ ...complete, [name]: value })).toEqual([expected]);
  });

  it('collects all problems in one error', () => {
    expect(problemsOf({ PORT: 'x', MODE: 'wild' })).toHaveLength(3);
  });

  it('never prints a value, so no secret can leak through an error', () => {
    const problems = problemsOf({ PORT: 'hunter2', UPSTREAM_URL: 'not a url hunter2' });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('hunter2');
  });
});

describe('variables of one group', () => {
  const TEST = { optional: true, secret: true, group: 'test' } as const;
  class AccountConfig {
    @Variable('Key.', TEST) testKey?: string;
    @Variable('Public key.', TEST) testPublicKey?: string;
    @Variable('Signs.', TEST) testWebhookSecret?: string;
    @Variable('Key.', { ...TEST, group: 'live' }) liveKey?: string;
    @Variable('Public key.', { ...TEST, group: 'live' }) livePublicKey?: string;
  }
  const problemsWith = (environment: Environment): string => {
    try {
      loadConfig(AccountConfig, environment);
      return '';
    } catch (error) {
      return (error as ConfigError).message;
    }
  };

  it('may all be absent, or all be set', () => {
    expect(loadConfig(AccountConfig, {}).testKey).toBeUndefined();
    const live = { LIVE_KEY: 'a', LIVE_PUBLIC_KEY: 'b' };
    expect(loadConfig(AccountConfig, live)).toMatchObject({ liveKey: 'a', livePublicKey: 'b' });
  });

  it('are missed in one sentence with every file that is not there, of all groups', () => {
    const files = { TEST_KEY_FILE: '/nowhere/key', TEST_PUBLIC_KEY_FILE: '/nowhere/public' };
    expect(problemsWith({ ...files, LIVE_KEY: 'hunter2' })).toBe(
      'Missing: TEST_KEY_FILE (ENOENT), TEST_PUBLIC_KEY_FILE (ENOENT), TEST_WEBHOOK_SECRET_FILE, ' +
        'LIVE_PUBLIC_KEY_FILE; the variables of an account are set together, or none.',
    );
  });

  it('are not missed where one is set twice', () => {
    const twice = { LIVE_KEY: 'hunter2', LIVE_KEY_FILE: '/nowhere/key', LIVE_PUBLIC_KEY: 'b' };
    expect(problemsWith(twice)).toBe('LIVE_KEY and LIVE_KEY_FILE are both set: leave one out.');
  });
});

describe('describeConfig', () => {
  it('lists inherited variables first, with what is required and what is secret', () => {
    const rows = describeConfig(SampleConfig);
    expect(rows.map((row) => row.name)).toEqual([
      'PORT',
      'UPSTREAM_URL',
      'ORIGINS',
      'VERBOSE',
      'COLLECTOR',
      'MODE',
    ]);
    expect(rows[0]).toEqual({
      name: 'PORT',
      description: 'Port to listen on.',
      type: 'number',
      required: true,
      secret: false,
      example: '8080',
    });
    expect(rows.filter((row) => row.required).map((row) => row.name)).toEqual([
      'PORT',
      'UPSTREAM_URL',
    ]);
    expect(rows[2]).toMatchObject({ type: 'list', default: 'a,b' });
    expect(rows[1]?.secret).toBe(true);
  });
});

describe('redactConfig', () => {
  it('shows values by variable name and hides secrets', () => {
    const shown = redactConfig(loadConfig(SampleConfig, complete));
    expect(shown).toMatchObject({ PORT: 8080, UPSTREAM_URL: '[redacted]', COLLECTOR: undefined });
  });
});

describe('ServiceConfig', () => {
  const environment: Environment = {
    PORT: '8081',
    INTERNAL_PORT: '9081',
    DATABASE_URL: 'postgres://mandate_app:pw@127.0.0.1/mandate',
    DATABASE_WORKER_URL: 'postgres://mandate_worker:pw@127.0.0.1/mandate',
    KAFKA_BROKERS: '127.0.0.1:9092,127.0.0.1:9093',
    KEYS_DIR: '/run/keys',
    GATEWAY_INTERNAL_URL: 'http://127.0.0.1:9080',
  };

  it('accepts a usual environment', () => {
    expect(loadConfig(ServiceConfig, environment)).toMatchObject({
      host: '127.0.0.1',
      kafkaBrokers: ['127.0.0.1:9092', '127.0.0.1:9093'],
      logLevel: 'info',
    });
  });

  it.each([
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a postgres:// URL.'],
    ['KAFKA_BROKERS', 'broker', 'KAFKA_BROKERS must list host:port pairs.'],
    ['GATEWAY_INTERNAL_URL', 'gateway', 'GATEWAY_INTERNAL_URL must be a URL address.'],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of the following values/],
  ])('names a malformed %s', (name, value, expected) => {
    try {
      loadConfig(ServiceConfig, { ...environment, [name]: value });
    } catch (error) {
      expect((error as ConfigError).message).toEqual(
        typeof expected === 'string' ? expected : expect.stringMatching(expected),
      );
      return;
    }
    throw new Error('expected a ConfigError');
  });
});
