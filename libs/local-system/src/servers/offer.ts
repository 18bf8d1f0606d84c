import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that the processes of a test run share. */
export interface Offer<T> {
  /** Where workers request it. */
  readonly url: string;
  /** Ends the offer. Undefined if nobody requested it, or if its start failed. */
  end(): Promise<T | undefined>;
}

/** Offers the description of something to other processes. The first request starts it. */
export async function offer<T>(
  start: () => Promise<T>,
  describe: (started: T) => object,
): Promise<Offer<T>> {
  let started: Promise<T> | undefined;
  const server = createServer((_, response) => {
    started ??= start();
    started.then(
      (value) => response.end(JSON.stringify(describe(value))),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: async () => {
      server.closeAllConnections();
      server.close();
      const [outcome] = await Promise.allSettled([started]);
      return outcome.status === 'fulfilled' ? outcome.value : undefined;
    },
  };
}

interface OfferName {
  readonly variable: string;
  /** For errors: `system`. */
  readonly what: string;
}

/** The description that the test run offers at the address in a variable. */
export async function requestOffer<T>({ variable, what }: OfferName): Promise<T> {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: run by the integration project`);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The shared ${what} did not start: ${await answer.text()}`);
  return (await answer.json()) as T;
}
