import { Button } from '../../parts/button.js';
import type { Institution } from '../api/mandate-view.js';
import { InstitutionMark } from './institution-mark.js';

interface ChosenBankProps {
  readonly institution: Institution;
  readonly change: string;
  readonly onChange: () => void;
}

/** Which bank this is about, and the way to another one. */
export function ChosenBank({ institution, change, onChange }: ChosenBankProps) {
  return (
    <div class="chosen-bank">
      <InstitutionMark institution={institution} />
      <p class="chosen-bank__name">{institution.name}</p>
      <Button kind="quiet" onPress={onChange}>
        {change}
      </Button>
    </div>
  );
}
