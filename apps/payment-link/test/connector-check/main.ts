import { newId, type CustomerAppId } from '@towpath/kernel';
import { cardGatewayChecks } from '../card-gateway-checks.fixture.js';
import { requestsTo, type ConnectedGateway } from '../connected-gateway.fixture.js';
import { cardFieldsChecks } from './card-fields-checks.js';
import type { CheckedProcessor, OpenedProcessor } from './checked-processor.js';
import { CheckedRun, type Outcome } from './checked-run.js';
import { FieldsBrowser } from './fields-browser.js';
import { FieldsSite } from './fields-site.js';
import { NotBegun, readOptions, USAGE, type CheckOptions } from './options.js';
import { processorOf } from './processors.js';
import { documentOf, hasFailed, linesOf, summaryOf, withoutSecrets } from './report.js';

/** The clock of the processor may be behind ours. */
const BEFORE_MS = 600_000;

/** Where a command writes: `process` itself, or a test. */
export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The exit code of `npm run connector-check`. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const options = readOptions(args);
    const say = (text: string) => void terminal.stdout.write(`${withoutSecrets(text)}\n`);
    if (options !== 'help') return await check(options, say);
    terminal.stdout.write(USAGE);
    return 0;
  } catch (error) {
    const isEarly = error instanceof NotBegun;
    const text = isEarly ? error.message : ((error as Error).stack ?? String(error));
    terminal.stderr.write(`${withoutSecrets(text)}\n`);
    return isEarly ? 2 : 1;
  }
}

type Say = (text: string) => void;

async function check(options: CheckOptions, say: Say): Promise<number> {
  const processor = processorOf(options.integration);
  const site = await FieldsSite.start(processor.page);
  try {
    const log: string[] = [];
    const api = options.standIn?.apiBase ?? processor.apiUrl;
    const opened = processor.open({
      ...{ apiUrl: api, fieldsUrl: site.fieldsOrigin },
      log: (line) => log.push(line.trim()),
    });
    await assertAnswers(opened, api);
    const browser = await FieldsBrowser.launch(processor, site, options.standIn);
    try {
      const takeLog = () => log.splice(0);
      const outcomes = await run({ options, processor, opened, browser, takeLog, say });
      if (options.json) say(documentOf(processor, { api, outcomes }));
      else say(`${summaryOf(outcomes)}: ${processor.connector}, test mode, ${api}`);
      return hasFailed(outcomes) ? 1 : 0;
    } finally {
      await browser.close();
    }
  } finally {
    await site.stop();
  }
}

/** Makes a payment that is never confirmed: with another key or mode, or without a host, it fails. */
async function assertAnswers({ connector }: OpenedProcessor, api: string): Promise<void> {
  const customerAppId = newId<CustomerAppId>(new Date());
  const { requestOf } = requestsTo(() => subjectOf({ connector, customerAppId }));
  try {
    const request = await requestOf({ kind: 'TOKEN', token: 'none' });
    await connector.void(request);
  } catch (error) {
    throw new NotBegun(`${(error as Error).message} (${api}).`);
  }
}

interface Running {
  readonly options: CheckOptions;
  readonly processor: CheckedProcessor;
  readonly opened: OpenedProcessor;
  readonly browser: FieldsBrowser;
  readonly takeLog: () => string[];
  readonly say: Say;
}

async function run(running: Running): Promise<Outcome[]> {
  const { options, processor, opened, browser, takeLog, say } = running;
  const { connector } = opened;
  const subject = subjectOf({
    ...{ connector, customerAppId: newId<CustomerAppId>(new Date()) },
    tokenize: (number, keeps = false) => opened.tokenize(number, keeps),
    decide: (page, decision) => browser.decide(page, decision),
    alwaysChallenged: processor.cards.challenged,
  });
  const tell = (outcome: Outcome) => {
    if (!options.json) for (const line of linesOf(outcome)) say(line);
  };
  const checked = new CheckedRun({
    ...{ subject, lacks: processor.lacks, only: options.only, takeLog, tell },
  });
  const stop = () => checked.stop();
  process.once('SIGINT', stop);
  const { cards } = processor;
  await checked.execute([
    ...cardGatewayChecks(() => subject),
    ...cardFieldsChecks({ subject, browser, cards }),
  ]);
  await checked.clear();
  process.off('SIGINT', stop);
  return checked.outcomes;
}

function subjectOf(
  known: Pick<ConnectedGateway, 'connector' | 'customerAppId'> & Partial<ConnectedGateway>,
): ConnectedGateway {
  const nothing = () => Promise.reject(new Error('not asked for'));
  return {
    ...{ tokenize: nothing, decide: nothing, setClock: nothing, callBacks: [] },
    away: known.connector,
    since: new Date(Date.now() - BEFORE_MS),
    trace: { requests: [], stored: [] },
    ...known,
  };
}
