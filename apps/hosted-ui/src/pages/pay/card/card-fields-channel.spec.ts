import { ManualTimers, settled } from '../../../shared/fakes.js';
import type { ToCardFields } from '../../../shared/card-fields/messages.js';
import { CardFieldsChannel, type MessageTarget } from './card-fields-channel.js';

const ORIGIN = 'https://cards.example';
const TOKEN = {
  type: 'card-fields:token',
  token: 'tok_1',
  brand: 'VISA',
  last4: '4242',
  expiry_month: '12',
  expiry_year: 2034,
};
const CARD = { token: 'tok_1', brand: 'VISA', last4: '4242', expiry_month: 12, expiry_year: 2034 };

const COLORS = {
  accent: '#0b6b5d',
  surface: '#161a21',
  text: '#eceff4',
  muted: '#a4adbb',
  line: '#282e38',
  bad: '#ff8f86',
};

function aChannel() {
  const timers = new ManualTimers();
  const sent: { readonly message: ToCardFields; readonly targetOrigin: string }[] = [];
  const received: string[] = [];
  const frame: MessageTarget = {
    postMessage: (message, targetOrigin) => sent.push({ message, targetOrigin }),
  };
  // The window of an iframe is both: what one posts to, and what a message names as its source.
  const target = frame as MessageTarget & MessageEventSource;
  const channel = new CardFieldsChannel({
    origin: ORIGIN,
    target: () => target,
    timers,
    listener: {
      ready: () => received.push('ready'),
      height: (height) => received.push(`height ${height}`),
      silent: (message) => received.push(['silent', message].filter(Boolean).join(' ')),
    },
  });
  const says = (data: unknown, changes: Partial<MessageEvent> = {}) =>
    channel.receive({ source: target, origin: ORIGIN, data, ...changes });
  return { timers, sent, received, channel, says };
}

function aReadyChannel() {
  const parts = aChannel();
  parts.says({ type: 'card-fields:ready' });
  return parts;
}

describe('CardFieldsChannel', () => {
  it('requests one token from the exact origin, however often the payer presses', async () => {
    const { channel, says, sent } = aReadyChannel();
    const first = channel.requestToken();
    const second = channel.requestToken();
    expect(sent).toEqual([{ message: { type: 'card-fields:submit' }, targetOrigin: ORIGIN }]);
    says(TOKEN);
    expect(await first).toEqual({ ok: true, card: CARD });
    expect(await second).toBe(await first);
  });

  it('listens only to its own iframe', async () => {
    const { channel, says, received, timers } = aReadyChannel();
    const waiting = channel.requestToken();
    says(TOKEN, { origin: 'https://cards.example.evil' });
    says(TOKEN, { origin: 'null' });
    says(TOKEN, { source: {} as MessageEventSource });
    says(TOKEN, { source: null });
    says({ type: 'card-fields:height', height: 9 }, { origin: 'https://evil.example' });
    await settled();
    await timers.pass(20_000);
    expect(await waiting).toEqual({ ok: false, notice: { kind: 'card_form_silent' } });
    expect(received).toEqual(['ready']);
  });

  it.each([
    null,
    'card-fields:token',
    { type: 'other' },
    { ...TOKEN, token: '' },
    { ...TOKEN, token: 't'.repeat(8_193) },
    { ...TOKEN, last4: 4242 },
    { ...TOKEN, expiry_month: 'soon' },
    { type: 'card-fields:height', height: Number.NaN },
    { type: 'card-fields:height', height: -5 },
  ])('ignores the message %j', async (data) => {
    const { channel, says, received, timers } = aReadyChannel();
    const waiting = channel.requestToken();
    says(data);
    await timers.pass(20_000);
    expect((await waiting).ok).toBe(false);
    expect(received).toEqual(['ready']);
  });

  it('takes a card of fields that do not tell its expiry, with a long token', async () => {
    const { channel, says } = aReadyChannel();
    const waiting = channel.requestToken();
    const token = 't'.repeat(8_192);
    says({ ...TOKEN, token, expiry_month: undefined, expiry_year: undefined });
    const { brand, last4 } = CARD;
    expect(await waiting).toEqual({ ok: true, card: { token, brand, last4 } });
  });

  it('reports what is wrong with the card, and can request a token again', async () => {
    const { channel, says, sent } = aReadyChannel();
    const first = channel.requestToken();
    says({ type: 'card-fields:error', message: 'Enter the security code.' });
    expect(await first).toEqual({
      ok: false,
      notice: { kind: 'card', message: 'Enter the security code.' },
    });
    void channel.requestToken();
    expect(sent).toHaveLength(2);
  });

  it('ignores a token that was not requested', async () => {
    const { channel, says } = aReadyChannel();
    says({ ...TOKEN, token: 'tok_planted' });
    const waiting = channel.requestToken();
    says(TOKEN);
    expect(await waiting).toMatchObject({ card: { token: 'tok_1' } });
  });

  it('reports an iframe that never responds, but not one that did', async () => {
    const silent = aChannel();
    await silent.timers.pass(15_000);
    expect(silent.received).toEqual(['silent']);
    expect(await silent.channel.requestToken()).toMatchObject({ ok: false });
    const ready = aReadyChannel();
    await ready.timers.pass(60_000);
    expect(ready.received).toEqual(['ready']);
  });

  it('reports at once that the fields cannot be shown', async () => {
    const { says, received, timers, channel } = aChannel();
    says({ type: 'card-fields:error', message: 'Check your connection.' });
    await timers.pass(60_000);
    expect(received).toEqual(['silent Check your connection.']);
    expect(await channel.requestToken()).toMatchObject({ ok: false });
  });

  it('passes on heights, the colours and changed options', () => {
    const { channel, says, received, sent } = aReadyChannel();
    says({ type: 'card-fields:height', height: 180.2 });
    channel.setTheme('dark', COLORS);
    channel.setOptions('changed');
    expect(received).toEqual(['ready', 'height 181']);
    expect(sent).toEqual([
      {
        message: { type: 'card-fields:theme', scheme: 'dark', colors: COLORS },
        targetOrigin: ORIGIN,
      },
      { message: { type: 'card-fields:options', options: 'changed' }, targetOrigin: ORIGIN },
    ]);
  });

  it('ends a waiting token request when it closes', async () => {
    const { channel } = aReadyChannel();
    const waiting = channel.requestToken();
    channel.close();
    expect((await waiting).ok).toBe(false);
  });
});
