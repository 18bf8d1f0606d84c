import {
  Catch,
  Controller,
  Injectable,
  Module,
  UseFilters,
  UseInterceptors,
  type CallHandler,
  type DynamicModule,
  type ExceptionFilter,
  type INestApplication,
  type NestInterceptor,
  type Type,
  type ValueProvider,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DomainError } from '@towpath/kernel';
import { HealthRegistry, requestContext } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { concatMap, EMPTY, map, of, throwError, timer } from 'rxjs';
import { Backlog } from './backlog.js';
import { EventConsumer } from './consume/event-consumer.js';
import type { EventContext } from './consume/handler-table.js';
import { OnEvent } from './consume/on-event.js';
import { EventProbe } from './kafka/event-probe.js';
import { MessagingModule, connectMessaging } from './messaging.module.js';
import { ParcelPayload } from './specimen/parcel.events.js';
import { ParcelStage } from './specimen/parcel-stage.fixture.js';

let stage: ParcelStage;
let app: INestApplication | undefined;
beforeEach(async () => {
  stage = await ParcelStage.open();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await stage.close();
});

/** Takes every error for itself, as a filter made for HTTP would. */
@Catch()
class SwallowingFilter implements ExceptionFilter {
  catch() {
    return EMPTY;
  }
}

@Injectable()
class PassingInterceptor implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler) {
    return next.handle().pipe(map((value: unknown) => value));
  }
}

type Part = Type | ValueProvider;

async function start(...parts: Part[]): Promise<INestApplication> {
  const providers = parts.filter((part) => typeof part !== 'function');
  const controllers = parts.filter((part) => typeof part === 'function');
  @Module({})
  class Root {}
  const { database, brokers, events, group, transactions, logger } = stage;
  const root: DynamicModule = {
    module: Root,
    global: true,
    controllers,
    providers: [{ provide: Transactions, useValue: transactions }, ...providers],
    exports: [Transactions, ...providers],
    imports: [
      MessagingModule.forRoot({
        service: group as 'payment-link',
        config: { kafkaBrokers: [brokers], databaseWorkerUrl: database.urls.worker },
        consumes: [events.moved],
        publishes: true,
        registry: events.registry,
        logger,
        tuning: {
          consumer: { fetchWaitMs: 50, retryFirstMs: 5, replayPollMs: 20 },
          relay: { pollMs: 200 },
        },
      }),
    ],
  };
  app = await NestFactory.create(root, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new SwallowingFilter());
  await connectMessaging(app);
  await app.init();
  return app;
}

const parkedReasons = async () =>
  (await stage.parked.list()).map(({ reason, error }) => ({ reason, error }));

describe('a controller method with @OnEvent', () => {
  it('gets the payload as an instance and the context, from outbox to effect', async () => {
    const seen: { payload: ParcelPayload; context: EventContext }[] = [];
    @Controller()
    class Consumer {
      @OnEvent(stage.events.moved)
      async moved(payload: ParcelPayload, context: EventContext) {
        await stage.record(payload, context);
        seen.push({ payload, context });
      }
    }
    const running = await start(Consumer);
    await stage.commit('p', 1);
    await eventually(async () => (await stage.effects('p')).length === 1, { deadlineMs: 20_000 });
    expect(seen[0]?.payload).toBeInstanceOf(ParcelPayload);
    expect(seen[0]?.context).toMatchObject({
      customerAppId: stage.app,
      subject: 'p',
      sequence: 1,
      definition: stage.events.moved,
    });
    const backlog = running.get(Backlog);
    await eventually(async () => (await backlog.unread()) === 0);
    expect(await backlog.unpublished(stage.app)).toBe(0);
    expect(await backlog.parked()).toBe(0);
  }, 40_000);

  it.each([
    ['rejects', () => Promise.reject(new DomainError('INVALID_REQUEST', 'refused so'))],
    [
      'throws',
      () => {
        throw new DomainError('INVALID_REQUEST', 'refused so');
      },
    ],
    [
      'answers with a failing stream',
      () => throwError(() => new DomainError('INVALID_REQUEST', 'refused so')),
    ],
    [
      'promises a failing stream',
      () => Promise.resolve(throwError(() => new DomainError('INVALID_REQUEST', 'refused so'))),
    ],
  ])(
    'which %s gives the runner its own error, whatever filters the app has',
    async (_how, fail) => {
      @Controller()
      @UseFilters(new SwallowingFilter())
      @UseInterceptors(new PassingInterceptor())
      class Consumer {
        @OnEvent(stage.events.moved)
        async moved(payload: ParcelPayload, context: EventContext) {
          await stage.record(payload, context);
          return fail();
        }
      }
      await start(Consumer);
      await stage.publish(stage.message('p', 1));
      await eventually(async () => (await parkedReasons()).length > 0, { deadlineMs: 30_000 });
      expect(await parkedReasons()).toEqual([
        { reason: 'REFUSED', error: 'DomainError: INVALID_REQUEST: refused so' },
      ]);
      expect(await stage.effects('p')).toEqual([]);
    },
    60_000,
  );

  it('which answers with a stream is complete when the stream ends', async () => {
    @Controller()
    class Consumer {
      @OnEvent(stage.events.moved)
      moved(payload: ParcelPayload, context: EventContext) {
        return timer(50).pipe(concatMap(() => stage.record(payload, context)));
      }
    }
    await start(Consumer);
    await stage.publish(stage.message('p', 1));
    await eventually(async () => (await stage.effects('p')).length > 0, { deadlineMs: 20_000 });
    expect(await parkedReasons()).toEqual([]);
  }, 40_000);
});

describe('the work of an event handler', () => {
  it('belongs to the request and the trace of its event', async () => {
    let seen: unknown;
    let context: EventContext | undefined;
    @Controller()
    class Consumer {
      @OnEvent(stage.events.moved)
      async moved(payload: ParcelPayload, given: EventContext) {
        await stage.record(payload, given);
        seen = requestContext.current();
        context = given;
      }
    }
    await start(Consumer);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const headers = { traceparent, 'x-request-id': 'request-7' };
    await stage.publish(stage.message('p', 1, { headers }));
    await eventually(() => seen, { deadlineMs: 20_000 });
    expect(seen).toEqual({ requestId: 'request-7', customerAppId: stage.app, traceparent });
    expect(context?.requestId).toBe('request-7');
  }, 40_000);
});

describe('the readiness of a service', () => {
  it('waits until its consumer group is joined, and not for a broker that fails later', async () => {
    @Controller()
    class Consumer {
      @OnEvent(stage.events.moved)
      async moved(payload: ParcelPayload, context: EventContext) {
        await stage.record(payload, context);
      }
    }
    const health = new HealthRegistry();
    await start(Consumer, { provide: HealthRegistry, useValue: health });
    await eventually(async () => (await health.ready()).status === 'ok', { deadlineMs: 20_000 });
    expect((await health.ready()).checks).toEqual({ kafka: 'ok' });
    await app?.get(EventConsumer).stop();
    expect(app?.get(EventConsumer).connected).toBe(false);
    expect((await health.ready()).status).toBe('ok');
  }, 40_000);
});

describe('the start of an app', () => {
  it('runs no handler before every module is initialised', async () => {
    const order: string[] = [];
    @Controller()
    class Consumer {
      /** As long as another reader takes to join and to get the message, twice. */
      async onModuleInit() {
        for (let round = 0; round < 2; round += 1) {
          const { brokers, events } = stage;
          const topics = [events.topic];
          const probe = await EventProbe.start({ brokers: [brokers], topics, from: 'beginning' });
          await probe.waitFor(() => true);
          await probe.stop();
        }
        order.push('initialised');
      }

      @OnEvent(stage.events.moved)
      async moved(payload: ParcelPayload, context: EventContext) {
        order.push('handled');
        await stage.record(payload, context);
      }
    }
    await stage.publish(stage.message('p', 1));
    await start(Consumer);
    await eventually(async () => (await stage.effects('p')).length > 0, { deadlineMs: 20_000 });
    expect(order).toEqual(['initialised', 'handled']);
  }, 40_000);
});

describe('several handlers of one event', () => {
  it('run one after the other in one transaction, so all take effect or none', async () => {
    let tries = 0;
    @Controller()
    class First {
      @OnEvent(stage.events.moved)
      async moved(payload: ParcelPayload, context: EventContext) {
        await stage.record(payload, context);
        return of(undefined);
      }
    }
    @Controller()
    class Second {
      @OnEvent(stage.events.moved)
      async moved(payload: ParcelPayload, context: EventContext) {
        await stage.record(payload, context);
        tries += 1;
        if (tries === 1) throw new Error('not yet');
      }
    }
    await start(First, Second);
    await stage.publish(stage.message('p', 1));
    await eventually(async () => (await stage.effects('p')).length > 0, { deadlineMs: 20_000 });
    expect(await stage.effects('p')).toEqual([1, 1]);
    expect(tries).toBe(2);
  }, 40_000);
});

describe('the start of an app is refused', () => {
  it('when an event that is consumed has no handler', async () => {
    await expect(start()).rejects.toThrow('no handler for: parcel.moved');
  });

  it('when a handler waits for an event that is not consumed', async () => {
    @Controller()
    class Consumer {
      @OnEvent(stage.events.moved, stage.events.lost)
      moved() {}
    }
    await expect(start(Consumer)).rejects.toThrow('"parcel.lost", which the service does not');
  });

  it('when a handler is declared with the decorator of Nest alone', async () => {
    @Controller()
    class Consumer {
      @EventPattern([stage.events.moved.name])
      moved() {}
    }
    await expect(start(Consumer)).rejects.toThrow('"parcel.moved" with @OnEvent(definition)');
  });
});
