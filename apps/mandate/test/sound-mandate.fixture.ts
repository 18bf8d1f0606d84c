import {
  mandateMachine,
  type MandateCommand,
  type MandateState,
} from '../src/mandates/mandates/mandate.transitions.js';
import { queryMandates, type DirectDebitShop } from './direct-debit-shop.fixture.js';

const LIVING = ['PDNG', 'ACTV'];

interface Move {
  readonly from_status: MandateState | null;
  readonly command: MandateCommand;
  readonly to_status: MandateState;
}

/** The state, after every move was an edge, published once and in order, and agreed with the bank. */
export async function soundState(shop: DirectDebitShop, mandateId: string): Promise<MandateState> {
  const moves = await queryMandates<Move>(
    shop.system,
    `SELECT from_status, command, to_status FROM mandate_state_changes
     WHERE mandate_id = $1 ORDER BY sequence`,
    [mandateId],
  );
  const { status, events, sequences } = await shop.history(mandateId);
  let state: MandateState | null = null;
  const published = moves.map((move) => {
    expect(move.from_status).toBe(state);
    const edge = mandateMachine.move(move.from_status, move.command);
    expect(edge.to).toBe(move.to_status);
    state = edge.to;
    return edge.event;
  });
  expect([state, events]).toEqual([status, published]);
  expect(sequences).toEqual(published.map((_, index) => index + 1));
  const bank = (await shop.atTheBank(mandateId))?.status ?? 'none';
  const mayLive = ['SUBMITTED', 'SUCCEEDED'].includes(status);
  expect([status, mayLive || !LIVING.includes(bank)]).toEqual([status, true]);
  return status as MandateState;
}
