/** @proves promise-14 */
import { operations } from '@towpath/contracts';
import { describeHostileSockets, type AttackTarget, type ListeningPort } from '@towpath/testing';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
const NAMES = [
  'gateway',
  'payment-link',
  'mandate',
  'dispute',
  'account-data',
  'webhook-dispatch',
  'sandbox',
];
const KIB_OF_MIB = 1024;
/** A busy machine answers late. */
const PATIENCE_MS = 30_000;

/** A route that takes a body from anyone, where the port has one. */
function postOf(service: string): string {
  const open = operations.find(
    (each) => each.service === service && each.method === 'POST' && each.kinds === 'public',
  );
  return open?.path.replaceAll(/\{[^}]+\}/g, 'x') ?? '/nothing';
}

/** Operators act there; who has no session reaches it, too. */
const ACTIONS = '/console/api/actions';

function portsOf(name: string): ListeningPort[] {
  const { url, internalUrl, environment } = system.service(name);
  const pid = () => processOf(name);
  const started = pid();
  const port = (side: string, at: AttackTarget): ListeningPort => ({
    name: `${side} port of ${name}`,
    ...at,
    lives: () => pid() === started && isRunning(started),
    serveAnother: () => expectAnswer(`${at.url}/health/live`),
    errorLines: () => errorLinesOf(name),
    memoryMiB: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid())])) / KIB_OF_MIB,
  });
  const post = name === 'gateway' ? '/payment_links/hosted/session' : postOf(name);
  const { PUBLIC_CONSOLE_URL: console } = environment;
  return [
    port('public', { url, post }),
    ...(console ? [port('console at the public', atConsole(url, new URL(console)))] : []),
    port('internal', { url: internalUrl, post: '/internal/tokens/service' }),
  ];
}

const atConsole = (url: string, { host }: URL) => ({ url, post: ACTIONS, host });

function processOf(name: string): number {
  const record = JSON.parse(readFileSync(join(system.dataDir, 'run.json'), 'utf8')) as {
    parts: Record<string, { pid: number }>;
  };
  return record.parts[name]?.pid ?? 0;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function errorLinesOf(name: string): string[] {
  const log = readFileSync(join(system.dataDir, 'logs', `${name}.log`), 'utf8');
  return log.split('\n').filter((line) => /"level":"(error|fatal)"|Unhandled|Warning:/.test(line));
}

/** On a connection of its own, as another caller has it: none that the server may be closing. */
async function expectAnswer(url: string): Promise<void> {
  const outgoing = get(url, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) });
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  incoming.resume();
  if (incoming.statusCode !== 200) throw new Error(`it answers ${incoming.statusCode}`);
}

let ports: ListeningPort[];
beforeAll(() => {
  ports = NAMES.flatMap((name) => portsOf(name));
});
describeHostileSockets('every port', () => ports);
