import type { BrowserContext, Page } from 'playwright-core';
import { type Entry, SIZES, visit } from '../dev/walk/gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import type { Visitor } from '../dev/walk/visitors.js';
import type { Language } from '../src/shared/i18n/languages.js';
import type { HostedSite } from './hosted-site.js';

/**
 * Pages that leave by themselves, one whose timers are hurried, and those whose requests are answered
 * here, which costs a tab its cache.
 */
const SPOILS_ITS_TAB = /-auto$|^form-silent$|^processor-/;

interface Visit {
  readonly screen: Visitor;
  /** Ends the visit and returns the faults of its page. */
  readonly leave: () => Promise<string[]>;
}

/** A visitor on a phone, whose pages are watched for faults of scripts and in the console. */
export class WatchedVisitor {
  private readonly faults = new Map<Page | null, string[]>();
  /** A page in a tab that is open costs half of a page in a new one. */
  private readonly freeTabs: Page[] = [];

  private constructor(
    private readonly hosted: HostedSite,
    private readonly language: Language,
    readonly context: BrowserContext,
  ) {
    context.on('weberror', (error) => this.note(error.page(), error.error().message));
    context.on('console', (message) => {
      // Answers with an error status are part of the scenarios.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (!isAnswer) this.note(message.page(), message.text());
    });
  }

  static async of(hosted: HostedSite, language: Language = 'en'): Promise<WatchedVisitor> {
    const { locale } = speakerOf(language);
    const context = await hosted.payer({ viewport: SIZES.phone, locale });
    return new WatchedVisitor(hosted, language, context);
  }

  async visit(entry: Entry): Promise<Visit> {
    const { hosted, context, freeTabs, language } = this;
    const tab = freeTabs.pop() ?? (await context.newPage());
    const screen = await visit(entry, { site: hosted.site, tab, speaker: speakerOf(language) });
    const leave = async () => {
      if (SPOILS_ITS_TAB.test(entry.name)) {
        await tab.close();
      } else {
        await tab.evaluate(() => sessionStorage.clear());
        freeTabs.push(tab);
      }
      return this.faultsOf(tab);
    };
    return { screen, leave };
  }

  /** The faults of a page since they were asked for. */
  faultsOf(page: Page): string[] {
    const found = [page, null].flatMap((at) => this.faults.get(at) ?? []);
    this.faults.delete(page);
    return found;
  }

  private note(page: Page | null, fault: string): void {
    this.faults.set(page, [...(this.faults.get(page) ?? []), fault]);
  }
}
