import { Button } from '../../../shared/parts/button.js';
import { InstitutionMark } from '../../../shared/banks/institution-mark.js';
import type { MandateViewProps } from '../screens/mandate-screen-props.js';

/** The one bank that can be chosen, with nothing to search for. */
export function SoleInstitution({ flow, state, words }: MandateViewProps) {
  const { search, sending } = state;
  const [institution] = search.found ?? [];
  if (!institution) return search.failure ? null : <span class="bone bone--fields" />;
  return (
    <>
      <div class="chosen-bank">
        <InstitutionMark institution={institution} />
        <p class="chosen-bank__name">{institution.name}</p>
      </div>
      <Button
        kind="primary"
        busy={sending.what === 'institution'}
        onPress={() => void flow.choose(institution)}
      >
        {words.account.continue}
      </Button>
    </>
  );
}
