import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';

/** A port that is attacked. */
export interface AttackTarget {
  /** Base URL. */
  readonly url: string;
  /** Path of a POST that reads a body, whatever it answers. */
  readonly post: string;
  /** Host by which the port knows that path; any other when absent. */
  readonly host?: string;
  /** Time in ms for an answer and for the release of memory; default 30 s. */
  readonly patienceMs?: number;
  /** Time in ms between the bytes of a slow caller; default 1 s. */
  readonly dripMs?: number;
}

/** No measure of speed: a machine that does other work answers within it, too. */
export const PATIENCE_MS = 30_000;

/** An attack of callers on a port. `during` runs while their connections are open. */
export interface Attack {
  readonly name: string;
  run(target: AttackTarget, during: () => Promise<void>): Promise<void>;
}

const CHUNKED = 'Transfer-Encoding: chunked';
const CALLERS = 20;
const IDLE_CALLERS = 1_000;
const DRIPS = 3;
const DRIP_MS = 1_000;
const HUGE_BYTES = 100_000;
const TINY_PARTS = 1_000;
const KEPT = ' and keeps the connection';

/** A faulty caller in every phase of a request. */
export const ATTACKS: readonly Attack[] = [
  ...leaving(
    'before the headers end',
    ({ post, host = 'x' }) => `POST ${post} HTTP/1.1\r\nHost: ${host}\r\nX-`,
  ),
  ...leaving('within a body of known length', (to) => `${head(to, 'Content-Length: 99')}{"a`),
  ...leaving('within a body in chunks', (to) => `${head(to, CHUNKED)}2\r\n{"\r\n`),
  ...leaving('while queued or answered', (to) => whole(to)),
  ...leaving('after a second request', (to) => whole(to) + whole(to)),
  ...leaving('within a second request', (to) => `${whole(to)}${head(to, CHUNKED)}2\r\n{"\r\n`),
  attack('ends only its own half', (to) => whole(to), { leave: (socket) => socket.end() }),
  attack('sends one byte a second in headers', ({ post }) => `POST ${post} HTTP/1.1\r\nX`, {
    drip: 'X',
  }),
  attack('sends one byte a second in the body', (to) => head(to, CHUNKED), {
    drip: '1\r\n \r\n',
  }),
  attack('sends a body in tiny parts', (to) => head(to, CHUNKED) + '1\r\n \r\n'.repeat(TINY_PARTS)),
  attack('opens connections and says nothing', () => '', { callers: IDLE_CALLERS }),
  refused('sends huge headers', (to) => head(to, `X-Huge: ${'x'.repeat(HUGE_BYTES)}`)),
  refused('names no host', ({ post }) => `POST ${post} HTTP/1.1\r\nConnection: close\r\n\r\n`),
  refused('sends both lengths', (to) => `${head(to, `Content-Length: 2\r\n${CHUNKED}`)}{}`),
  refused('sends a negative length', (to) => `${head(to, 'Content-Length: -1')}{}`),
  refused('sends a length that is no number', (to) => `${head(to, 'Content-Length: two')}{}`),
  refused('sends two lengths', (to) => head(to, 'Content-Length: 2\r\nContent-Length: 3')),
  refused('sends more than the length', (to) => `${head(to, 'Content-Length: 2')}{}{"more":1}`),
  refused('sends a broken chunk', (to) => `${head(to, CHUNKED)}zz\r\n{}\r\n`),
  refused('is no HTTP', () => '\u0016\u0003\u0001\u0002\u0000\r\n\r\n'),
];

function head({ post, host = 'x' }: AttackTarget, lengths: string): string {
  const json = `Host: ${host}\r\nContent-Type: application/json`;
  return `POST ${post} HTTP/1.1\r\n${json}\r\n${lengths}\r\n\r\n`;
}

function whole(target: AttackTarget): string {
  return `${head(target, 'Content-Length: 2')}{}`;
}

interface Course {
  readonly callers?: number;
  /** Sent in pauses. */
  readonly drip?: string;
  readonly leave?: (socket: Socket) => void;
}

type Text = (target: AttackTarget) => string;

/** The same twice: callers who close the connection, and callers who reset it. */
function leaving(phase: string, text: Text): Attack[] {
  return [
    attack(`closes ${phase}`, text, { leave: (socket) => socket.destroy() }),
    attack(`resets ${phase}`, text, { leave: (socket) => socket.resetAndDestroy() }),
  ];
}

function attack(name: string, text: Text, course: Course = {}): Attack {
  const { callers = CALLERS, drip, leave = (socket) => socket.resetAndDestroy() } = course;
  return {
    name,
    run: async (target, during) => {
      const sockets = await openSockets(target, callers);
      for (const socket of sockets) socket.write(text(target));
      for (let sent = 0; drip !== undefined && sent < DRIPS; sent += 1) {
        await pause(target.dripMs ?? DRIP_MS);
        for (const socket of sockets) socket.write(drip);
      }
      await during();
      const ends = sockets.map((socket) => closed(socket, target));
      for (const socket of sockets) leave(socket);
      if ((await Promise.all(ends)).includes(false)) throw new Error('it keeps the connection');
    },
  };
}

/** Something that must be answered with a 4xx, and the connection closed. */
function refused(name: string, text: Text): Attack {
  return {
    name,
    run: async (target, during) => {
      const sockets = await openSockets(target, CALLERS);
      const answers = sockets.map((socket) => awaitedLater(read(socket, target)));
      for (const socket of sockets) socket.write(text(target));
      await during();
      const other = (await Promise.all(answers)).find((answer) => !isRefusal(answer));
      if (other !== undefined) throw new Error(`it answers ${JSON.stringify(other.slice(0, 100))}`);
    },
  };
}

/** A connection that is closed without an answer is one too; one that is kept is none. */
function isRefusal(answer: string): boolean {
  return answer === '' || (/^HTTP\/1\.1 4\d\d /m.test(answer) && !answer.endsWith(KEPT));
}

async function openSockets({ url }: AttackTarget, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      // The port may reset the connection: that is its right.
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    }),
  );
}

/** All bytes until the port closes the connection, or `KEPT` after them if it does not. */
async function read(socket: Socket, target: AttackTarget): Promise<string> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  return (await closed(socket, target)) ? answer : answer + KEPT;
}

/** False when nothing comes for so long that the connection is given up. */
async function closed(socket: Socket, { patienceMs = PATIENCE_MS }: AttackTarget) {
  let kept = false;
  socket.setTimeout(patienceMs, () => {
    kept = true;
    socket.destroy();
  });
  socket.resume();
  // `once` would reject when the port resets the connection.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return !kept;
}
