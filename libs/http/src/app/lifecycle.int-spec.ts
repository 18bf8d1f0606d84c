import { Controller, Get, Module, Post, type INestApplication, type Type } from '@nestjs/common';
import { silentLogger } from '@towpath/observability';
import { once } from 'node:events';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  resetSampleGate,
  SampleController,
  sampleGate,
  startSampleApp,
} from '../fixtures/sample-app.fixture.js';
import {
  createHttpApp,
  InternalRoute,
  listen,
  Operation,
  OperatorRoute,
  ServiceTokenSource,
  StartupError,
} from '../index.js';

const config = {
  host: '127.0.0.1',
  port: 0,
  internalPort: 0,
  keysDir: '/nonexistent',
  logLevel: 'silent',
  gatewayInternalUrl: 'http://127.0.0.1:1',
} as const;

function appOf(controller: Type, overrides: Partial<typeof config> | object = {}) {
  const tokens = { provide: ServiceTokenSource, useValue: {} };
  @Module({ controllers: [controller], providers: [tokens] })
  class OneController {}
  return createHttpApp(OneController, {
    service: 'payment-link',
    config: { ...config, ...overrides },
    logger: silentLogger(),
  });
}

async function closing<T>(app: INestApplication, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await app.close();
  }
}

describe('the start of a service', () => {
  it('fails on a route without a guard', async () => {
    @Controller()
    class Bare {
      @Get('/bare')
      read(): object {
        return {};
      }
    }
    const app = await appOf(Bare);
    await closing(app, () => expect(listen(app)).rejects.toThrow('route GET /bare is not guarded'));
  });

  it('fails without the secret that the issuer of service tokens requires', async () => {
    @Module({})
    class Empty {}
    const options = { service: 'mandate', config, logger: silentLogger() } as const;
    const app = await createHttpApp(Empty, options);
    await closing(app, () => expect(listen(app)).rejects.toThrow(/mandate\.service-auth\.json/));
  });

  it('fails on an operation below a prefix', async () => {
    @Controller('prefix')
    class Prefixed {
      @Operation('GetPaymentLink')
      read(): object {
        return {};
      }
    }
    const app = await appOf(Prefixed);
    await closing(app, () => expect(listen(app)).rejects.toThrow('remove the prefix'));
  });

  it('fails on an operation that does not exist', () => {
    expect(() => Operation('noSuchOperation')).toThrow('noSuchOperation');
  });

  it('fails on a second method decorator that opens another route', async () => {
    @Controller()
    class Twice {
      @Operation('GetPaymentLink')
      @Post('/elsewhere')
      read(): object {
        return {};
      }
    }
    const app = await appOf(Twice);
    await closing(app, async () => {
      const { publicUrl } = await listen(app);
      expect((await fetch(`${publicUrl}/elsewhere`, { method: 'POST' })).status).toBe(404);
    });
  });

  it.each([
    ['PORT', 'port'],
    ['INTERNAL_PORT', 'internalPort'],
    ['OPERATOR_PORT', 'operatorPort'],
  ])('names in one sentence the port of %s that is in use', async (variable, member) => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    const app = await appOf(SampleController, { [member]: port });
    const failure = await listen(app).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartupError);
    expect((failure as Error).message).toBe(
      `Port ${port} on 127.0.0.1 is already in use: stop what uses it or set ${variable}.`,
    );
    occupant.close();
    await once(occupant, 'close');
  });
});

describe('the operations for operators', () => {
  @Controller()
  class Operated {
    @OperatorRoute('readFigures')
    figures(): object {
      return {};
    }
    @InternalRoute('GET', '/internal/sample')
    sample(): object {
      return {};
    }
  }
  const PATHS = ['/operator/figures', '/internal/sample', '/metrics', '/health/live'];
  const at = async (url: string) =>
    Promise.all(PATHS.map(async (path) => (await fetch(`${url}${path}`)).status));

  it('are at the internal port, where they want a token', async () => {
    const app = await appOf(Operated);
    await closing(app, async () => {
      const { publicUrl, internalUrl, operatorUrl } = await listen(app);
      expect(operatorUrl).toBeUndefined();
      expect(await at(internalUrl)).toEqual([401, 401, 200, 200]);
      expect(await at(publicUrl)).toEqual([404, 404, 404, 200]);
    });
  });

  it('are at a port of their own with OPERATOR_PORT, and nothing else is there', async () => {
    const app = await appOf(Operated, { operatorPort: 0 });
    await closing(app, async () => {
      const { publicUrl, internalUrl, operatorUrl = '' } = await listen(app);
      expect(await at(operatorUrl)).toEqual([401, 404, 404, 200]);
      expect(await at(internalUrl)).toEqual([404, 401, 200, 200]);
      expect(await at(publicUrl)).toEqual([404, 404, 404, 200]);
    });
  });
});

describe('a service that closes', () => {
  it('finishes running requests on both ports before it refuses new ones', async () => {
    resetSampleGate();
    const sample = await startSampleApp();
    const arrived = requestsAt(sample.app, 2);
    const running = [1, 2].map(() => fetch(`${sample.publicUrl}/sample/slow`));
    await arrived;
    const closed = sample.app.close();
    sampleGate.resolve();
    const answers = await Promise.all(running);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await closed;
    await expect(fetch(`${sample.publicUrl}/health/live`)).rejects.toThrow();
    await expect(fetch(`${sample.internalUrl}/health/live`)).rejects.toThrow();
    await sample.close();
  });

  it('fails readiness first, while it still answers requests', async () => {
    resetSampleGate();
    sampleGate.resolve();
    const sample = await startSampleApp({ drainDelayMs: 500 });
    const closed = sample.app.close();
    const ready = await fetch(`${sample.publicUrl}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'failing', checks: { process: 'draining' } });
    expect((await fetch(`${sample.publicUrl}/sample/slow`)).status).toBe(200);
    await closed;
    await sample.close();
  });

  it.each(['public', 'internal'] as const)(
    'ends connections of callers at the %s port who never pause',
    async (port) => {
      const sample = await startSampleApp();
      const url = port === 'public' ? sample.publicUrl : sample.internalUrl;
      const callers = Array.from({ length: 12 }, () => callWithoutPause(`${url}/health/live`));
      await Promise.all(callers.map(({ started }) => started));
      await sample.app.close();
      const ends = await Promise.all(callers.map(({ end }) => end));
      expect(ends).toEqual(ends.map(() => ({ goodbyes: true, cutOff: [] })));
      await sample.close();
    },
  );
});

interface CallerEnd {
  /** The last answer said that the connection ends. */
  readonly goodbyes: boolean;
  /** Failures on a connection that had carried answers before. */
  readonly cutOff: readonly string[];
}

/** Sends one request after the other over a connection that is kept, until none is accepted. */
function callWithoutPause(url: string): {
  readonly started: Promise<void>;
  readonly end: Promise<CallerEnd>;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<CallerEnd>();
  const cutOff: string[] = [];
  let goodbyes = false;
  const next = (): void => {
    const request = get(url, { agent }, (answer) => {
      goodbyes = answer.headers.connection === 'close';
      answer.resume().once('end', () => {
        started.resolve();
        setImmediate(next);
      });
    });
    request.once('error', (error) => {
      if (request.reusedSocket) cutOff.push(error.message);
      agent.destroy();
      ended.resolve({ goodbyes, cutOff });
    });
  };
  next();
  return { started: started.promise, end: ended.promise };
}

async function requestsAt(app: INestApplication, count: number): Promise<void> {
  const server = app.getHttpServer() as Server;
  for (let seen = 0; seen < count; seen += 1) await once(server, 'request');
}
