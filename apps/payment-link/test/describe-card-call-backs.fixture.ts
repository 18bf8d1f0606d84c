import { eventually } from '@towpath/testing';
import { requestsTo, type ConnectedGateway } from './connected-gateway.fixture.js';
import { CARDS } from './cards.fixture.js';

/** What every card gateway that sends call-backs signs, and what it refuses. */
export function callsBack(subject: () => ConnectedGateway): () => Promise<void> {
  const { gateway, typed } = requestsTo(subject);
  return async () => {
    const request = await typed(CARDS.challenged);
    const { redirectUrl } = await gateway().authorize(request);
    await subject().decide(redirectUrl ?? '', 'approve');
    const received = await eventually(() =>
      subject().callBacks.find(({ body }) => body.includes(request.reference)),
    );
    const { customerAppId } = request;
    const { events, answer } = await gateway().readCallBacks(received, null);
    expect([events, answer]).toEqual([
      [
        {
          eventId: expect.stringMatching(/^evt_/) as string,
          customerAppId,
          reference: request.reference,
          gatewayReference: null,
        },
      ],
      null,
    ]);
    const forged = { ...received, body: Buffer.concat([received.body, Buffer.from(' ')]) };
    const refused = expect.objectContaining({ code: 'UNAUTHORIZED' }) as Error;
    await expect(gateway().readCallBacks(forged, null)).rejects.toThrow(refused);
    await expect(gateway().readCallBacks(received, 'nobody')).rejects.toThrow(refused);
  };
}
