import { buildConnector } from 'undici';
import type { TargetsService } from '../../endpoints/targets/targets.service.js';

type Connector = ReturnType<typeof buildConnector>;
type Options = Parameters<Connector>[0];
type Callback = Parameters<Connector>[1];
type Connection = NonNullable<Parameters<Callback>[1]>;

const CONNECT_TIMEOUT_MS = 4_000;
/** A host with many dead addresses must not hold a connection for long. */
const MAX_TRIED = 2;

/**
 * Opens connections only to addresses that were checked: the name is resolved here, once, and the
 * socket is given the address. A second answer of the name server has no effect.
 */
export function checkedConnector(targets: Pick<TargetsService, 'resolve'>): Connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  return (options, callback) => {
    connectChecked(options, { targets, connect }).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

interface Parts {
  readonly targets: Pick<TargetsService, 'resolve'>;
  readonly connect: Connector;
}

async function connectChecked(options: Options, { targets, connect }: Parts): Promise<Connection> {
  const { protocol, hostname, port } = options;
  const addresses = await targets.resolve({ protocol, host: hostname, port });
  let failure: unknown;
  for (const address of addresses.slice(0, MAX_TRIED)) {
    try {
      return await open(connect, pinned(options, address));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The certificate is still checked against the name. */
function pinned(options: Options, address: string): Options {
  if (options.protocol !== 'https:') return { ...options, hostname: address };
  return { ...options, hostname: address, servername: options.servername ?? options.hostname };
}

function open(connect: Connector, options: Options): Promise<Connection> {
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => (error ? reject(error) : resolve(socket as Connection)));
  });
}
