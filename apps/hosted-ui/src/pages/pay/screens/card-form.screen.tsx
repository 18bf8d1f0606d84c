import { useRef, useState } from 'preact/hooks';
import { shownAmount } from '../../../shared/money/format-amount.js';
import { Button } from '../../../shared/parts/button.js';
import { Icon, type IconName } from '../../../shared/parts/icon.js';
import { Announced, NoticeRegion, Trust } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import type { AvailablePaymentMethod } from '../api/hosted-view.js';
import { CardFieldsFrame, type CardFieldsHandle, frameOf } from '../card/card-fields-frame.js';
import { moneyMovedText } from '../flow/failure-of.js';
import { keptFields, type Notice } from '../flow/page-state.js';
import { isUsedUp, usedUpTypes } from '../flow/payment-methods.js';
import { withSurcharge } from '../flow/screen-of.js';
import type { Texts } from '../i18n/en.js';
import { BrandMarks } from '../parts/brand-marks.js';
import { cardText, accountWords } from '../parts/card-brands.js';
import { PriceLines, surchargeText } from '../parts/price-lines.js';
import type { LinkScreenProps } from './screen-props.js';

export function CardFormScreen(props: LinkScreenProps) {
  const { state, texts, merchant, view } = props;
  const { form, paying } = state;
  const ready = form.phase === 'ready' ? form : null;
  const oneTap = ready?.oneTap ?? [];
  const mayTakeCard = !isUsedUp({ payment_method_type: 'CARD' }, view);
  const takesCard = ready ? ready.card !== null : mayTakeCard;
  const words = texts.cardForm;
  const isSetup = view.mode === 'SETUP';
  const title = isSetup ? words.setupTitle : words.title;
  const choice = isSetup ? texts.oneTap.setupTitle : texts.oneTap.title;
  const busyText = isSetup ? words.saving : words.paying;
  const brands = <BrandMarks brands={ready?.card?.brands ?? []} label={words.accepted} />;
  return (
    <div class="panel-body">
      {oneTap.length > 0 || !takesCard ? (
        <ScreenTitle title={choice} titleFor={merchant} />
      ) : (
        <div class="form-head">
          <ScreenTitle title={title} titleFor={merchant} />
          {brands}
        </div>
      )}
      <UsedUpNotice view={view} texts={texts} />
      {oneTap.length > 0 && (
        <OneTap {...props} methods={oneTap} label={isSetup ? choice : texts.oneTap.label} />
      )}
      {oneTap.length > 0 && takesCard && (
        <>
          <h2 class="or">{orByCard(oneTap, { isSetup, words: texts.oneTap })}</h2>
          {brands}
        </>
      )}
      {takesCard ? <TypedCard {...props} /> : <FormNotice {...props} />}
      <Announced text={paying !== 'idle' && busyText} />
      {takesCard && <Trust text={words.trust(merchant)} />}
    </div>
  );
}

/** Leads from the methods of one tap to the card form. */
function orByCard(
  oneTap: readonly AvailablePaymentMethod[],
  { isSetup, words }: { readonly isSetup: boolean; readonly words: Texts['oneTap'] },
): string {
  if (isSetup) return words.orSaveCard;
  const hasSavedCard = oneTap.some(({ payment_method_type: type }) => type === 'CARD');
  return hasSavedCard ? words.orByAnotherCard : words.orByCard;
}

function TypedCard(props: LinkScreenProps) {
  const { flow, state, view, texts, merchant } = props;
  const { form, paying } = state;
  const card = form.phase === 'ready' ? form.card : null;
  const words = texts.cardForm;
  const isSetup = view.mode === 'SETUP';
  const fields = useRef<CardFieldsHandle | null>(null);
  const url = card?.cardFieldsUrl ?? keptFields(form).keptFieldsUrl ?? null;
  const fieldsFrame = url === null ? null : frameOf(url);
  // By its URL: an effect that resets it runs after the paint, when the frame may be ready already.
  const [readyFrame, setReadyFrame] = useState<string | null>(null);
  const isReady = fieldsFrame !== null && readyFrame === fieldsFrame;
  const busy = paying !== 'idle';
  const pay = () => {
    const handle = fields.current;
    if (handle && isReady) void flow.pay(() => handle.requestToken());
  };
  const surcharge = card?.surchargeAmount ?? 0;
  const total = shownAmount(withSurcharge(view, surcharge), navigator.languages);
  const label = isSetup ? words.save : words.pay(total?.inWords ?? '');
  const consent = view.future_payments && words.consent[view.future_payments][view.mode];
  return (
    <>
      <CardFieldsFrame
        key={fieldsFrame}
        url={url}
        title={words.frameTitle}
        loadingText={words.loading}
        isReady={isReady}
        handle={fields}
        onReady={() => setReadyFrame(fieldsFrame)}
        onGone={() => setReadyFrame(null)}
        onSilent={(message) => flow.cardFormSilent(message)}
      />
      <FormNotice {...props} />
      <PriceLines view={view} surcharge={surcharge} texts={texts} />
      {consent && <p class="small">{consent(merchant)}</p>}
      <Button kind="primary" busy={busy} off={!isReady || !card} onPress={pay}>
        {busy ? (isSetup ? words.saving : words.paying) : label}
      </Button>
    </>
  );
}

function FormNotice({ flow, state: { notice }, texts }: LinkScreenProps) {
  if (!notice) return <NoticeRegion>{null}</NoticeRegion>;
  return (
    <NoticeRegion>
      <p>{noticeText(notice, texts)}</p>
      {notice.kind === 'card_form_silent' && (
        <Button kind="quiet" onPress={() => flow.reloadForm()}>
          {texts.cardForm.reload}
        </Button>
      )}
    </NoticeRegion>
  );
}

function noticeText(notice: Notice, texts: Texts): string {
  const { notices } = texts.cardForm;
  switch (notice.kind) {
    case 'card':
      return notice.message || notices.card;
    case 'card_form_silent':
      return notice.message || notices.cardFormSilent;
    case 'not_received':
      return notices.notReceived;
    case 'not_accepted':
      return notices.notAccepted;
    case 'debit_ended':
      return texts.debit.cannotPay;
    case 'surcharge_changed':
      return texts.surcharge.changed;
  }
}

interface OneTapProps extends LinkScreenProps {
  readonly methods: readonly AvailablePaymentMethod[];
  readonly label: string;
}

/** Saved methods and wallets: buttons that pay; direct debit and transfer: ones that lead on. */
function OneTap({ flow, state, view, texts, methods, label }: OneTapProps) {
  const busy = state.paying !== 'idle';
  const words = texts.oneTap;
  const labelOf = ({
    card,
    sender_account: account,
    payment_method_type: type,
  }: AvailablePaymentMethod) => {
    if (card) return words.payWith(cardText(card, texts));
    if (account) return texts.debit.payFrom(...accountWords(account, texts));
    if (type === 'MANUAL') return texts.transfer.offer;
    return type === 'MANDATE' ? texts.debit.offer : words.wallet;
  };
  return (
    <ul class="one-tap" aria-label={label}>
      {methods.map((method) => (
        <li key={method.payment_method_id ?? method.payment_method_type}>
          <Button kind="secondary" off={busy} onPress={() => void flow.tap(method)}>
            <Icon name={iconOf(method)} />
            {labelOf(method)}
            {method.surcharge_amount
              ? ` ${texts.surcharge.added(surchargeText(method.surcharge_amount, view))}`
              : ''}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function iconOf({ card, payment_method_type: type }: AvailablePaymentMethod): IconName {
  if (card) return 'card';
  return type === 'WALLET' ? 'wallet' : 'bank';
}

/** Why a method is no longer offered. */
function UsedUpNotice({ view, texts }: Pick<LinkScreenProps, 'view' | 'texts'>) {
  const types = usedUpTypes(view);
  if (types.length === 0) return <NoticeRegion>{null}</NoticeRegion>;
  return (
    <NoticeRegion>
      {types.map((type) => (
        <p key={type}>{texts.usedUp.by[type](view.merchant.display_name)}</p>
      ))}
      <p>{moneyMovedText(view.money_moved, view, texts)}</p>
    </NoticeRegion>
  );
}
