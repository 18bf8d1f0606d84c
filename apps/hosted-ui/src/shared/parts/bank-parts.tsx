import type { ComponentChildren } from 'preact';
import type { Institution } from '../api/page-types.js';
import { InstitutionMark } from '../banks/institution-mark.js';
import type { PageTexts } from '../i18n/page/en.js';
import { Button } from './button.js';
import { NoticeRegion } from './notice-region.js';

interface ChosenBankProps {
  readonly institution: Institution;
  /** A button for another bank, if there is a choice. */
  readonly children?: ComponentChildren;
}

export function ChosenBank({ institution, children }: ChosenBankProps) {
  return (
    <div class="chosen-bank">
      <InstitutionMark institution={institution} />
      <p class="chosen-bank__name">{institution.name}</p>
      {children}
    </div>
  );
}

interface SearchFailureProps {
  readonly search: { readonly failure: unknown };
  readonly texts: PageTexts & { readonly institution: { readonly failed: string } };
  readonly onRetry: () => void;
}

export function SearchFailure({ search, texts, onRetry }: SearchFailureProps) {
  if (!search.failure) return <NoticeRegion>{null}</NoticeRegion>;
  return (
    <NoticeRegion>
      <p>{texts.institution.failed}</p>
      <Button kind="quiet" onPress={onRetry}>
        {texts.actions.retry}
      </Button>
    </NoticeRegion>
  );
}
