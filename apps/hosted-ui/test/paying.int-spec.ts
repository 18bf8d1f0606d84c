/** @takes 20 s */
import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ScenarioName } from '../dev/fake/scenarios.js';
import { Payer } from '../dev/walk/visitors.js';
import { HostedSite, seesLater } from './hosted-site.js';

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

interface Circumstances {
  readonly colorScheme?: 'dark';
  /** The page's clock can be moved. */
  readonly movableClock?: true;
}

async function open(scenario: ScenarioName, circumstances: Circumstances = {}) {
  const { colorScheme = 'light', movableClock = false } = circumstances;
  const context = await hosted.payer({ viewport: { width: 390, height: 844 }, colorScheme });
  const page = await context.newPage();
  if (movableClock) await page.clock.install();
  await page.route('http://127.0.0.1:8090/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }),
  );
  const { url, token } = hosted.site.open('pay', scenario);
  await page.goto(url);
  const link = hosted.site.backend.pay.link(token);
  if (!link) throw new Error(`no link for ${scenario}`);
  return { payer: new Payer(page), page, link, url, token };
}

/** What has the focus, as a payer would name it; inside the card iframe too. */
async function focused(page: Page): Promise<string> {
  const name = () => {
    const node = document.activeElement;
    const label = node instanceof HTMLInputElement ? node.labels?.[0] : node;
    return node?.tagName === 'IFRAME' ? 'IFRAME' : (label?.textContent ?? '').trim();
  };
  const outer = await page.evaluate(name);
  const inner = page.frames().find((frame) => frame.url().includes('/card-fields?'));
  return outer === 'IFRAME' && inner ? inner.evaluate(name) : outer;
}

describe('paying by keyboard alone', () => {
  it('a payer pays by keyboard alone, from the heading through the card to the button', async () => {
    const { payer, page, link } = await open('success');
    await payer.seesCardForm();
    expect(await focused(page)).toBe('Pay by card');

    const order: string[] = [];
    for (const typed of ['4242424242424242', '1234', '123', '']) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
      await page.keyboard.type(typed);
    }
    expect(order).toEqual(['Card number', 'Expiry date', 'Security code', 'Pay HK$1,248.50']);
    await page.keyboard.press('Enter');

    await payer.isBroughtTo('Payment complete');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Return to Harbour Kiln Studio');
    await page.keyboard.press('Enter');
    await payer.sees('The shop');
    expect(link.submits).toBe(1);
  });

  it('a mistake in the card is announced, and its field takes the focus', async () => {
    const { payer, page } = await open('success');
    await payer.seesCardForm();
    await payer.fields.getByLabel('Card number').fill('4242424242424242');
    await payer.mainButton.click();
    await page.getByRole('alert').getByText('Enter the expiry date').waitFor();
    expect(await focused(page)).toBe('Expiry date');
  });
});

describe('the session', () => {
  it('the page takes the token out of the address bar, and a reload keeps the session', async () => {
    const { payer, page, url, token } = await open('success');
    await payer.seesCardForm();
    const { origin } = new URL(url);
    const bare = `${origin}/hosted/pay?link=${token.split('.').slice(0, 2).join('.')}`;
    expect(page.url()).toBe(bare);
    expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(2);

    await page.reload();
    await payer.seesCardForm();
    expect(page.url()).toBe(bare);
    await payer.pays();
    await payer.sees('Payment complete');
    await page.reload();
    await payer.sees('Payment complete');
  });

  it('a session belongs to its tab alone', async () => {
    const { payer, page } = await open('success');
    await payer.seesCardForm();
    const other = new Payer(await page.context().newPage());
    await other.page.goto(page.url());
    await other.sees('Open the link again');
  });

  it('a session that ends while the payer waits asks for the link again', async () => {
    const { payer } = await open('session_ended', { movableClock: true });
    await payer.pays();
    await seesLater(payer.page.getByText('Open the link again'));
  });
});

describe('pressing twice', () => {
  it('a payer who presses twice pays once', async () => {
    const { payer, link } = await open('slow');
    await payer.fillCard();
    await payer.mainButton.dblclick();
    await payer.mainButton.dispatchEvent('click');
    await payer.sees('Payment complete');
    expect(link.submits).toBe(1);
  });
});

describe('a failed attempt', () => {
  it('a failed attempt can be followed by a successful one on the same link', async () => {
    const { payer, page, link } = await open('declined');
    await payer.pays();
    await payer.sees('Your card was declined');
    await page.getByText('You have not been charged.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await payer.pays();
    await payer.sees('Payment complete');
    expect(link.submits).toBe(2);
    expect(link.selects).toBe(2);
  });
});

describe('the challenge of the issuer', () => {
  it('a challenge leads to the bank and back to the result', async () => {
    const { payer, page } = await open('challenge');
    await payer.pays();
    await payer.sees('Fake bank: is this you?');
    await page.getByRole('link', { name: 'Approve' }).click();
    await payer.sees('Payment complete');
  });

  it('a payer who refuses the challenge can try again', async () => {
    const { payer, page } = await open('challenge');
    await payer.pays();
    await payer.sees('Fake bank: is this you?');
    await page.getByRole('link', { name: 'Refuse' }).click();
    await payer.sees('Your bank could not confirm it was you');
    await page.getByRole('button', { name: 'Try again' }).click();
    await payer.pays();
    await payer.sees('Payment complete');
  });

  it('the back button at the bank does not send the payer there again', async () => {
    const { payer, page } = await open('challenge');
    await payer.pays();
    await payer.sees('Fake bank: is this you?');
    await page.goBack();
    await payer.sees('Confirm with your bank');
    await page.reload();
    await payer.sees('Confirm with your bank');
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await payer.sees('Fake bank: is this you?');
  });
});

describe('an outcome that is not known at once', () => {
  it('an outcome that is not known at once appears by itself', async () => {
    const { payer } = await open('processing', { movableClock: true });
    await payer.pays();
    await payer.sees('Confirming your payment');
    await seesLater(payer.page.getByText('Payment complete'));
  });

  it('the page finds the outcome of a payment whose answer got lost', async () => {
    const { payer, link } = await open('answer_lost', { movableClock: true });
    await payer.pays();
    await payer.sees('Confirming your payment');
    await seesLater(payer.page.getByText('Payment complete'));
    expect(link.submits).toBe(1);
  });

  it('a card that never arrived brings a fresh form', async () => {
    const { payer, page, link } = await open('request_lost', { movableClock: true });
    await payer.pays();
    await payer.sees('Confirming your payment');
    await seesLater(page.getByRole('alert').getByText('did not reach us'));
    await payer.pays();
    await payer.sees('Payment complete');
    expect(link.submits).toBe(2);
  });

  it('a link that somebody else has just paid is shown as paid', async () => {
    const { payer } = await open('link_gone');
    await payer.pays();
    await payer.sees('Payment complete');
  });
});

describe('a link whose attempts are used up', () => {
  it('a link whose card attempts are used up offers what is left and says why', async () => {
    const { payer, page, link } = await open('used_up_card');
    await payer.pays();
    const alert = page.getByRole('alert');
    await alert.getByText('takes no more cards').waitFor();
    await alert.getByText('You have not been charged.').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByText('minutes').count()).toBe(0);
    await payer.presses('Pay with your wallet');
    await payer.sees('Payment complete');
    expect(link.submits).toBe(2);
  });

  it('a link that takes nothing more sends the payer to the merchant', async () => {
    const { payer, page } = await open('used_up');
    await payer.pays();
    await payer.sees('This link takes no more attempts');
    await page.getByRole('link', { name: 'Contact Harbour Kiln Studio' }).waitFor();
    await page.reload();
    await payer.sees('This link takes no more attempts');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });
});

describe('the way to the merchant', () => {
  it.each(['failed_late_money', 'no_method', 'expired_unclear', 'cancelled_late_money'] as const)(
    'the way to the merchant is beside the words that send the payer there: %s',
    async (scenario) => {
      const { page } = await open(scenario);
      const contact = page.locator('.panel').getByRole('link', { name: /^Contact / });
      await contact.waitFor();
      const { pathname } = new URL((await contact.getAttribute('href')) ?? '');
      expect(pathname).toBe('/help');
    },
  );

  it('a payer who can still pay gets no button to the merchant', async () => {
    const { payer, page } = await open('declined');
    await payer.pays();
    await payer.sees('Your card was declined');
    expect(
      await page
        .locator('.panel')
        .getByRole('link', { name: /^Contact / })
        .count(),
    ).toBe(0);
  });
});

describe('a direct debit that its bank has', () => {
  it('a direct debit that its bank has says that it may take days', async () => {
    const { payer, page } = await open('debit_stuck');
    await payer.tapsFirst();
    await payer.sees('Confirming your payment');
    await page.getByText('can take several days').waitFor();
    await page.getByText('You can close this page').waitFor();
    expect(await page.getByText('a few seconds').count()).toBe(0);
  });

  it('a card that is processed says nothing of days', async () => {
    const { payer, page } = await open('stuck');
    await payer.pays();
    await page.getByText('a few seconds, sometimes a few minutes').waitFor();
    expect(await page.getByText('several days').count()).toBe(0);
  });
});

describe('the way back', () => {
  it('a paid link in auto_redirect returns to the merchant by itself', async () => {
    const { payer, page } = await open('auto_redirect', { movableClock: true });
    await payer.pays();
    await payer.sees('Payment complete');
    await page.getByRole('link', { name: 'Return to Harbour Kiln Studio' }).waitFor();
    await seesLater(page.getByRole('heading', { name: 'The shop' }));
  });

  it('a payer can stay on a page that would return by itself', async () => {
    const { payer, page } = await open('auto_redirect', { movableClock: true });
    await payer.fillCard();
    // From here time passes only when the test says so, however slow the machine is.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await payer.mainButton.click();
    await payer.sees('Payment complete');
    await page.clock.runFor(4_000);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await page.clock.runFor(60_000);
    await payer.sees('Payment complete');
  });

  it('a paid link in standalone has no way back', async () => {
    const { payer, page } = await open('standalone');
    await payer.pays();
    await page.getByText('You can close this page.').waitFor();
    expect(await page.getByRole('link', { name: /Return/ }).count()).toBe(0);
  });
});

describe('the form', () => {
  it('the pay button keeps its place from the first paint on', async () => {
    const context = await hosted.payer({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(notePlacesOfPayButton);
    const seen = (selector: string) => page.locator(selector).waitFor();
    await page.route('**/view', (route) => seen('.bone--button').then(() => route.continue()));
    await page.route('**/card-fields?*', (route) =>
      seen('.card-fields__skeleton').then(() => route.continue()),
    );
    await page.goto(hosted.site.open('pay', 'live').url);
    await new Payer(page).fillCard();
    const places = await page.evaluate(() => [...(window as unknown as Noted).places]);
    expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(2);
  });

  it('the form takes a card although the frame of its fields was ready before the page was drawn', async () => {
    const page = await (await hosted.payer()).newPage();
    await page.clock.install();
    await page.addInitScript(noteReadyFrames);
    const drawing = Promise.withResolvers<void>();
    await page.route('**/select_payment_method', (route) =>
      drawing.promise.then(() => route.continue()),
    );
    const asked = page.waitForRequest('**/select_payment_method');
    await page.goto(hosted.site.open('pay', 'saved_debit').url);
    await asked;
    // From here on the page draws nothing, and no timer goes off, until the clock goes on.
    await page.clock.pauseAt(Date.now() + 1_000);
    drawing.resolve();
    await page.locator('html[data-frame-is-ready]').waitFor({ state: 'attached' });
    await page.clock.resume();
    const payer = new Payer(page);
    await payer.pays();
    await payer.sees('Payment complete');
  });

  it('the form passes the colour scheme to the card frame', async () => {
    const { payer } = await open('success', { colorScheme: 'dark' });
    await payer.seesCardForm();
    await payer.fields.locator('html[data-scheme="dark"]').waitFor();
  });

  it('the form offers a new card frame when the first one stays silent', async () => {
    const { payer, page, link } = await open('silent_card_fields', { movableClock: true });
    await page.locator('iframe').waitFor();
    await page.clock.fastForward(15_000);
    const before = link.selects;
    const selected = page.waitForResponse('**/select_payment_method');
    await page.getByRole('button', { name: 'Reload the card form' }).click();
    await selected;
    await page.getByRole('alert').getByText('did not answer').waitFor({ state: 'detached' });
    expect(await payer.mainButton.getAttribute('aria-disabled')).toBe('true');
    expect(link.selects).toBe(before + 1);
  });
});

interface Noted {
  readonly places: Set<number>;
}

/** Runs in the page: notes in every frame where the button, or what holds its place, is. */
function notePlacesOfPayButton(): void {
  const places = new Set<number>();
  Object.assign(window, { places });
  const note = () => {
    const button = document.querySelector('.bone--button, .button--primary');
    if (button) places.add(Math.round(button.getBoundingClientRect().top));
    requestAnimationFrame(note);
  };
  note();
}

/** Runs in the page: notes on it that the frame of the card fields said it is ready. */
function noteReadyFrames(): void {
  addEventListener('message', ({ data }: MessageEvent<{ type?: unknown }>) => {
    if (data.type === 'card-fields:ready') document.documentElement.dataset['frameIsReady'] = '';
  });
}
