import { languageFor } from '../../shared/i18n/languages.js';
import { PageFrame } from '../../shared/parts/page-frame.js';
import { usePage } from '../../shared/parts/use-flow.js';
import type { LinkFlow } from './flow/link-flow.js';
import { LINK_TEXTS } from './i18n/link-catalogue.js';
import { LinkScreens } from './screens/link-screens.js';

const SPEECH = { catalogue: LINK_TEXTS, languageFor };

export function LinkApp({ flow }: { readonly flow: LinkFlow }) {
  const { shown, texts, frame } = usePage(flow, SPEECH);
  const { view } = shown;
  const { summary } = texts;
  const titles = { LINK: summary.title, RELINK: summary.update, REFRESH: summary.refresh };
  return (
    <PageFrame
      {...frame}
      toTry={texts.toTry}
      summary={
        <>
          <div class="due">
            <p class="due__amount due__amount--words">{view && titles[view.mode]}</p>
          </div>
          <p class="summary__reference small">{summary.readOnly}</p>
        </>
      }
    >
      <LinkScreens
        flow={flow}
        state={shown}
        texts={texts}
        merchant={view?.merchant.display_name ?? texts.someMerchant}
      />
    </PageFrame>
  );
}
