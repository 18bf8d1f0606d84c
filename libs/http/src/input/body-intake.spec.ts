import { eventually } from '@towpath/testing';
import type { FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { BodyIntake, INTAKE_LIMITS, type IntakeLimits } from '../index.js';
import { ReceivedBytes } from './received-bytes.js';

const KIB = 1024;

let server: Server | undefined;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server?.close();
});

/** A server whose intake is tried; it holds every request open until `answer` is called. */
async function intakeWith(limits: Partial<IntakeLimits>) {
  const intake = new BodyIntake({ ...INTAKE_LIMITS, ...limits });
  const outcomes: string[] = [];
  const waiting: ServerResponse[] = [];
  server = createServer((raw, response) => {
    waiting.push(response);
    intake.take(requestOf(raw, response)).then(
      (body) => outcomes.push(`${body.length} bytes`),
      (error: { code?: string; status?: number }) =>
        outcomes.push(String(error.code ?? error.status)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (...chunks: string[]): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    for (const chunk of chunks) socket.write(chunked(chunk));
    return socket;
  };
  const answer = () => waiting.splice(0).forEach((response) => response.end());
  return { intake, outcomes, send, answer };
}

function requestOf(raw: IncomingMessage, response: ServerResponse): FastifyRequest {
  return { raw, response, headers: raw.headers } as unknown as FastifyRequest;
}

function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

it('the intake of a body takes no more memory than the limit of the body', () => {
  const bytes = new ReceivedBytes(5 * KIB);
  bytes.add(Buffer.alloc(4 * KIB));
  expect([bytes.capacity, bytes.capacityWith(1)]).toEqual([4 * KIB, 5 * KIB]);
  bytes.add(Buffer.alloc(KIB));
  expect([bytes.capacity, bytes.whole().length]).toEqual([5 * KIB, 5 * KIB]);
});

describe('BodyIntake', () => {
  it('holds the bytes of a body until its request is answered', async () => {
    const { intake, outcomes, send, answer } = await intakeWith({});
    send('abc', 'de', '');
    await eventually(() => outcomes.length === 1);
    expect(outcomes).toEqual(['5 bytes']);
    expect(intake.heldBytes).toBe(KIB);
    answer();
    await eventually(() => intake.heldBytes === 0);
  });

  it('releases the body of a caller who leaves', async () => {
    const { intake, outcomes, send } = await intakeWith({});
    const socket = send('abc');
    await eventually(() => intake.heldBytes > 0);
    socket.resetAndDestroy();
    await eventually(() => outcomes.length === 1);
    expect([outcomes, intake.heldBytes]).toEqual([['499'], 0]);
  });

  it('refuses a body that makes no progress', async () => {
    const { outcomes, send } = await intakeWith({ idleMs: 30 });
    send('abc');
    await eventually(() => outcomes.length === 1);
    expect(outcomes).toEqual(['408']);
  });

  it('refuses a body that never ends', async () => {
    const { outcomes, send } = await intakeWith({ totalMs: 100, idleMs: 5_000 });
    const socket = send('abc');
    const drip = setInterval(() => socket.write(chunked(' ')), 10);
    await eventually(() => outcomes.length === 1);
    clearInterval(drip);
    expect(outcomes).toEqual(['408']);
  });

  it('takes about as much memory as bytes, however small the chunks are', async () => {
    const { intake, outcomes, send } = await intakeWith({});
    send(...Array.from({ length: 5_000 }, () => ' '), '');
    await eventually(() => outcomes.length === 1);
    expect([outcomes, intake.heldBytes]).toEqual([['5000 bytes'], 8 * KIB]);
  });

  it('refuses the largest unfinished body when all bodies together are too large', async () => {
    const { intake, outcomes, send } = await intakeWith({ totalBytes: 40 * KIB });
    send('x'.repeat(30 * KIB));
    const small = send('x'.repeat(4 * KIB));
    await eventually(() => intake.heldBytes === 36 * KIB);
    send('y'.repeat(14 * KIB));
    await eventually(() => outcomes.length === 1);
    expect(outcomes).toEqual(['SERVICE_UNAVAILABLE']);
    small.write(chunked(''));
    await eventually(() => outcomes.length === 2);
    expect(outcomes[1]).toBe(`${4 * KIB} bytes`);
  });

  it('refuses an address with too many unfinished bytes, and no other address', async () => {
    const { intake, outcomes, send } = await intakeWith({ bytesPerAddress: 20 * KIB });
    let address = 'a';
    intake.countByAddress(() => address);
    send('x'.repeat(12 * KIB));
    await eventually(() => intake.heldBytes === 16 * KIB);
    send('x'.repeat(12 * KIB));
    await eventually(() => outcomes.length === 1);
    address = 'b';
    send('x'.repeat(12 * KIB), '');
    await eventually(() => outcomes.length === 2);
    expect(outcomes).toEqual(['RATE_LIMITED', `${12 * KIB} bytes`]);
  });
});
