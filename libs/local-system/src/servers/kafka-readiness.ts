import { connect } from 'node:net';

const API_METADATA = 3;
const VERSION = 1;
const CORRELATION_ID = 7;
const CLIENT_ID = 'readiness-probe';
const ANSWER_DEADLINE_MS = 3000;

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Asks the broker for the live brokers of its cluster; true if there is at least one. An open port
 * is not sufficient, because a starting broker is not in that list.
 */
export async function kafkaAnswers(address: BrokerAddress): Promise<boolean> {
  return askForMetadata(address).then(hasBrokers, () => false);
}

/** Length, header version 1 (api, version, correlation id, client id), then no topics. */
function metadataRequest(): Buffer {
  const body = Buffer.alloc(4 + 2 + 2 + 4 + 2 + CLIENT_ID.length + 4);
  let offset = body.writeInt32BE(body.length - 4, 0);
  offset = body.writeInt16BE(API_METADATA, offset);
  offset = body.writeInt16BE(VERSION, offset);
  offset = body.writeInt32BE(CORRELATION_ID, offset);
  offset = body.writeInt16BE(CLIENT_ID.length, offset);
  offset += body.write(CLIENT_ID, offset);
  body.writeInt32BE(0, offset);
  return body;
}

/** The answer's first three fields: length, correlation id, number of brokers. */
function hasBrokers(answer: Buffer): boolean {
  return answer.readInt32BE(4) === CORRELATION_ID && answer.readInt32BE(8) > 0;
}

function askForMetadata({ host, port }: BrokerAddress): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const socket = connect({ host, port }, () => socket.write(metadataRequest()));
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(ANSWER_DEADLINE_MS, () => fail(new Error('no answer')));
    socket.on('error', fail);
    socket.on('close', () => reject(new Error('connection closed')));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < 12) return;
      resolve(answer);
      socket.destroy();
    });
  });
}
