import { Button } from '../../../shared/parts/button.js';
import { Icon } from '../../../shared/parts/icon.js';
import { StepFoot } from '../parts/step-foot.js';
import { StepHead } from '../parts/step-head.js';
import { StepNotice } from '../parts/step-notice.js';
import { InstitutionPicker } from '../../../shared/banks/institution-picker.js';
import { SoleInstitution } from '../parts/sole-institution.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function InstitutionScreen(props: MandateViewProps) {
  const { flow, state, view, words, merchant } = props;
  const { search, sending, editing } = state;
  const texts = words.institution;
  const chosen = sending.what === 'institution' ? sending.institution : null;
  return (
    <div class="panel-body">
      <StepHead
        {...props}
        step="institution"
        title={view.institution_fixed ? texts.sole : texts.title}
      />
      <p>{texts.body(merchant)}</p>
      <StepNotice {...props} />
      {view.institution_fixed ? (
        <SoleInstitution {...props} />
      ) : (
        <InstitutionPicker
          search={search}
          chosen={chosen}
          words={texts}
          onType={(query) => flow.typeQuery(query)}
          onChoose={(institution) => void flow.choose(institution)}
        />
      )}
      {search.failure && (
        <div class="notice" role="alert">
          <Icon name="alert" />
          <div>
            <p>{texts.failed}</p>
            <Button kind="quiet" onPress={() => flow.searchAgain()}>
              {props.texts.actions.retry}
            </Button>
          </div>
        </div>
      )}
      <p class="visually-hidden" role="status">
        {chosen ? texts.choosing(chosen.name) : ''}
      </p>
      {editing === 'institution' && view.institution && (
        <Button kind="secondary" onPress={() => flow.stopEditing()}>
          {texts.keep(view.institution.name)}
        </Button>
      )}
      <StepFoot {...props} />
    </div>
  );
}
