import type { Page, Request } from 'playwright-core';

/** Frames in which a page draws what it was answered, and asks for more if it needs more. */
const FRAMES = 3;

/** The requests of a page from now on. */
export class Traffic {
  private readonly unanswered = new Set<Request>();
  private begun = 0;

  constructor(private readonly page: Page) {
    page.on('request', (request) => {
      this.begun += 1;
      this.unanswered.add(request);
    });
    const ended = (request: Request) => this.unanswered.delete(request);
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  }

  /** Until all is answered and drawn, and nothing more is asked for. */
  async rest(): Promise<void> {
    for (let before = -1; this.unanswered.size > 0 || before !== this.begun;) {
      before = this.begun;
      await drawn(this.page);
    }
  }
}

/** Until a page has drawn what it knows, without the transitions to it. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  }, FRAMES);
}
