import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test writes what it likes. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The other side may reset the connection: that is a result, not a fault of the test.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** The head of a POST whose body comes in chunks. */
export function chunkedHead(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    host: 'x',
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Opens `count` connections that each send the head and the first byte of a body. */
export function startUnfinishedBodies(
  url: string,
  { path, count }: { readonly path: string; readonly count: number },
): Promise<Socket[]> {
  const start = async () => {
    const socket = await openSocket(url);
    socket.write(`${chunkedHead(path)}1\r\n{\r\n`);
    return socket;
  };
  return Promise.all(Array.from({ length: count }, start));
}

/** Writes the text and gives all that comes back until the other side ends the connection. */
export async function exchange(url: string, text: string): Promise<string> {
  const socket = await openSocket(url);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(text);
  await closed;
  return answer;
}
