import { PageSessions } from '../../../shared/session/page-sessions.js';

/** The steps that this tab has done for one mandate; no input of the payer. */
interface MandateTrail {
  readonly mandateId: string | null;
  readonly sawItOpen: boolean;
  readonly openedBankPage: string | null;
}

const NO_TRAIL: MandateTrail = { mandateId: null, sawItOpen: false, openedBankPage: null };

/** The session of a page, and the trail of its mandate. */
export class MandateSessions extends PageSessions {
  /** Notes which mandate this is and whether it is still open; the trail of another one ends. */
  follow(mandateId: string, isOpen: boolean): MandateTrail {
    const trail = this.ofMandate;
    const base = trail.mandateId === mandateId ? trail : { ...NO_TRAIL, mandateId };
    return this.noted({ ...base, sawItOpen: base.sawItOpen || isOpen });
  }

  noteBankPage(openedBankPage: string | null): MandateTrail {
    return this.noted({ ...this.ofMandate, openedBankPage });
  }

  private get ofMandate(): MandateTrail {
    const { mandateId, sawItOpen, openedBankPage } = this.trail;
    return {
      mandateId: textOrNull(mandateId),
      sawItOpen: sawItOpen === true,
      openedBankPage: textOrNull(openedBankPage),
    };
  }

  private noted(trail: MandateTrail): MandateTrail {
    this.note({ ...trail });
    return trail;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
