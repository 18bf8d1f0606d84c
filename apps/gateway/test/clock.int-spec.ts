/** @proves promise-11, getTestClock, updateTestClock @takes 20 s */
import { eventually } from '@towpath/testing';
import { ClockMovesService } from '../src/clock/clock-moves.service.js';
import type { CustomerApp } from '../src/customer-apps/customer-app.js';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';
import { startStandIn, type StandIn } from './stand-in.fixture.js';

interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly advancing_to?: string;
}

/** A service that has something to do at the given instants and remembers the clock it received. */
class Diary {
  readonly ran: string[] = [];
  /** @param stops the instants of `due` at which the clock has to stop; all when absent */
  constructor(
    private due: string[],
    private readonly stops?: readonly string[],
  ) {}

  serve(standIn: StandIn): void {
    standIn.answer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(this.answer(request)));
    });
  }

  answer({ url, body }: { readonly url: string; readonly body: string }): object {
    if (url.startsWith('/internal/clock/next')) {
      const next = { next_due_at: this.due[0] ?? null };
      if (!this.stops) return next;
      return { ...next, next_stop_at: this.due.find((at) => this.stops?.includes(at)) ?? null };
    }
    if (url.startsWith('/internal/quiescence')) return { outbox: 0, in_flight: 0, parked: 0 };
    const { frozen_at: at } = JSON.parse(body) as { frozen_at: string | null };
    while (at && this.due[0] && this.due[0] <= at) this.ran.push(`${this.due.shift()} at ${at}`);
    return { handled: 0 };
  }
}

describe('/testing/clock', () => {
  let gateway: RunningGateway;
  let app: CustomerApp;
  let token: string;
  const services: StandIn[] = [];
  const names = ['PAYMENT_LINK', 'MANDATE', 'DISPUTE', 'ACCOUNT_DATA', 'WEBHOOK_DISPATCH'];

  beforeAll(async () => {
    const settings: Record<string, string> = {};
    for (const name of names) {
      const service = await startStandIn();
      new Diary([]).serve(service);
      services.push(service);
      settings[`${name}_INTERNAL_URL`] = service.url;
    }
    gateway = await startGateway(settings);
    const created = await gateway.createApp();
    app = created.app;
    token = await gateway.token(app, created.clientSecret);
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all(services.map((service) => service.stop()));
  });

  const bearer = () => ({ authorization: `Bearer ${token}` });
  const read = async () =>
    (await (
      await fetch(`${gateway.publicUrl}/testing/clock`, { headers: bearer() })
    ).json()) as Clock;
  const move = (body: unknown) => post(`${gateway.publicUrl}/testing/clock`, body, bearer());
  const moved = async (body: unknown) => (await (await move(body)).json()) as Clock;
  /** Repeats while a circuit that the test before has opened is shut. */
  const arrived = (body: unknown) =>
    eventually(async () => {
      const answer = await move(body);
      return answer.status === 200 && ((await answer.json()) as Clock);
    });
  const ms = ({ now }: Clock) => new Date(now).getTime();

  it('runs with real time until it is moved', async () => {
    const clock = await read();
    expect(clock.frozen).toBe(false);
    expect(Math.abs(ms(clock) - Date.now())).toBeLessThan(5_000);
  });

  it('stands still while frozen, and moves exactly by each advance', async () => {
    const frozen = await moved({ frozen: true });
    expect(await read()).toEqual(frozen);
    const later = await moved({ advance_seconds: 3_600 });
    expect(ms(later) - ms(frozen)).toBe(3_600_000);
    expect(later.frozen).toBe(true);
    expect((await moved({ frozen: false })).frozen).toBe(false);
  });

  it('stops at every due instant of every service on the way, earliest first', async () => {
    const start = ms(await moved({ frozen: true }));
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    const diaries = [new Diary([at(10), at(50)]), new Diary([at(30), at(500)])];
    diaries.forEach((diary, index) => {
      const service = services[index];
      if (service) diary.serve(service);
    });
    await moved({ advance_seconds: 100 });
    expect(diaries.map(({ ran }) => ran)).toEqual([
      [`${at(10)} at ${at(10)}`, `${at(50)} at ${at(50)}`],
      [`${at(30)} at ${at(30)}`],
    ]);
    services.forEach((service) => new Diary([]).serve(service));
  });

  it('runs work that may run together at once, up to the next stop', async () => {
    const start = ms(await moved({ frozen: true }));
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    const beforeStop = new Date(start + 24_999).toISOString();
    const links = new Diary([10, 20, 30, 40].map(at), []);
    const bank = new Diary([at(25)]);
    [links, bank].forEach((diary, index) => services[index] && diary.serve(services[index]));
    await moved({ advance_seconds: 100 });
    expect(links.ran).toEqual([
      ...[10, 20].map((due) => `${at(due)} at ${beforeStop}`),
      ...[30, 40].map((due) => `${at(due)} at ${at(100)}`),
    ]);
    expect(bank.ran).toEqual([`${at(25)} at ${at(25)}`]);
    services.forEach((service) => new Diary([]).serve(service));
  });

  it('makes simultaneous moves one after the other', async () => {
    const start = ms(await moved({ frozen: true }));
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    const diary = new Diary([5, 15, 25, 35].map(at));
    const received: string[] = [];
    services[0]?.answer((request, response) => {
      const { frozen_at: instant } = JSON.parse(request.body || '{}') as { frozen_at?: string };
      if (instant) received.push(instant);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(diary.answer(request)));
    });
    const clocks = await Promise.all([1, 2, 3, 4].map(() => moved({ advance_seconds: 10 })));
    expect(clocks.map(ms).sort()).toEqual([10, 20, 30, 40].map((s) => start + s * 1_000));
    expect(diary.ran).toEqual([5, 15, 25, 35].map((s) => `${at(s)} at ${at(s)}`));
    expect(received).toEqual([...received].sort());
    expect(ms(await read())).toBe(start + 40_000);
    services.forEach((service) => new Diary([]).serve(service));
  });

  it.each([
    ['nothing', {}, 'advance_seconds'],
    ['0 seconds', { advance_seconds: 0 }, 'advance_seconds'],
    ['more than two years', { advance_seconds: 63_072_001 }, 'advance_seconds'],
    ['a fraction', { advance_seconds: 1.5 }, 'advance_seconds'],
    ['text', { advance_seconds: '60' }, 'advance_seconds'],
    ['a word for frozen', { frozen: 'yes' }, 'frozen'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await move(body);
    const { error } = (await answer.json()) as { error: Record<string, string> };
    expect([answer.status, error['error_code']]).toEqual([400, 'INVALID_REQUEST']);
    expect(error['details']).toContain(field);
  });

  /** Serves a quiet service that takes no clock which `refuses` names; returns what it received. */
  const watch = (service: StandIn | undefined, refuses: (frozenAt: string | null) => boolean) => {
    const received: (string | null)[] = [];
    const diary = new Diary([]);
    service?.answer((request, response) => {
      const run = request.url.startsWith('/internal/clock/run');
      const at = run ? (JSON.parse(request.body) as { frozen_at: string | null }).frozen_at : null;
      if (run) received.push(at);
      response.writeHead(run && refuses(at) ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(diary.answer(request)));
    });
    return received;
  };

  const still = () =>
    eventually(async () => {
      const clock = await read();
      return clock.advancing_to === undefined && clock;
    });

  it('goes on after a participant was away, and gives all of them the clock at the end', async () => {
    await arrived({ frozen: false });
    let down = true;
    const [well, away] = [watch(services[0], () => false), watch(services[1], () => down)];
    const before = ms(await read());
    const answer = await move({ advance_seconds: 50 });
    const clock = (await answer.json()) as Clock;
    expect([answer.status, clock.frozen]).toEqual([200, false]);
    expect(Date.parse(clock.advancing_to ?? '')).toBeGreaterThanOrEqual(before + 50_000);
    expect((await read()).advancing_to).toBe(clock.advancing_to);
    down = false;
    expect(ms(await still())).toBeGreaterThanOrEqual(Date.parse(clock.advancing_to ?? ''));
    expect([well.at(-1), away.at(-1)]).toEqual([null, null]);
    services.forEach((service) => new Diary([]).serve(service));
  });

  it('blocks other moves and writes until it has arrived at its target', async () => {
    const start = ms(await moved({ frozen: true }));
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    const [first, second] = services;
    if (first) new Diary([10, 50].map(at)).serve(first);
    watch(second, (frozenAt) => frozenAt !== null && frozenAt >= at(50));
    const clock = await moved({ advance_seconds: 100 });
    expect(clock).toEqual({ now: at(50), frozen: true, advancing_to: at(100) });
    for (const path of ['/testing/clock', '/payment_users']) {
      const refused = await post(gateway.publicUrl + path, { advance_seconds: 1 }, bearer());
      const { error } = (await refused.json()) as { error: Record<string, string> };
      expect([path, refused.status, error['error_code']]).toEqual([path, 409, 'CLOCK_ADVANCING']);
      expect(refused.headers.get('retry-after')).toBe('1');
    }
    services.forEach((service) => new Diary([]).serve(service));
    expect(await still()).toEqual({ now: at(100), frozen: true });
    expect(ms(await moved({ advance_seconds: 100 }))).toBe(start + 200_000);
  });

  it('answers with its target when it takes long, and arrives', async () => {
    const start = ms(await moved({ frozen: true }));
    const target = new Date(start + 100_000).toISOString();
    let isBusy = true;
    const diary = new Diary([]);
    services[2]?.answer((request, response) => {
      const counts = diary.answer(request);
      const busy = isBusy && request.url.startsWith('/internal/quiescence');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(busy ? { ...counts, outbox: 1 } : counts));
    });
    const clock = await moved({ advance_seconds: 100 });
    expect(clock).toMatchObject({ frozen: true, advancing_to: target });
    isBusy = false;
    expect(await still()).toEqual({ now: target, frozen: true });
  });

  it('goes on with the move of a gateway that ended on the way', async () => {
    const start = ms(await moved({ frozen: true }));
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    const diary = new Diary([at(10)]);
    if (services[0]) diary.serve(services[0]);
    const target = new Date(at(100));
    const left = { target, advanceSeconds: 100, frozen: true, settled: false };
    await gateway.app.get(ClockMovesService).write(app.id, left);
    expect(await read()).toEqual({ now: at(0), frozen: true, advancing_to: at(100) });
    expect(await still()).toEqual({ now: at(100), frozen: true });
    expect(diary.ran).toEqual([`${at(10)} at ${at(10)}`]);
  });
});
