import { Button } from '../../../shared/parts/button.js';
import type { MandateViewProps } from '../screens/mandate-screen-props.js';
import { InstitutionMark } from '../../../shared/banks/institution-mark.js';

/** The chosen bank, with a button for another one if there is a choice. */
export function ChosenBank({ flow, view, words }: MandateViewProps) {
  const { institution } = view;
  if (!institution) return null;
  return (
    <div class="chosen-bank">
      <InstitutionMark institution={institution} />
      <p class="chosen-bank__name">{institution.name}</p>
      {!view.institution_fixed && (
        <Button kind="quiet" onPress={() => flow.changeInstitution()}>
          {words.account.change}
        </Button>
      )}
    </div>
  );
}
