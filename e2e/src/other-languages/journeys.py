"""Five journeys of a shop in Python, with a generated client. The argument names one."""

import base64
import hashlib
import hmac
import io
import json
import os
import sys
import time
import uuid

from towpath import AuthenticatedClient, Client, models
from towpath.api.account_data import list_accounts, list_transactions_by_login_identity_id
from towpath.api.authentication import (
    generate_customer_access_token,
    get_cred_submit_jwks,
    token,
)
from towpath.api.disputes_and_ledger import add_dispute_evidence, submit_dispute
from towpath.api.institutions import list_institutions
from towpath.api.link import create_link, generate_link_token, link_status
from towpath.api.login_identity import get_login_identity_by_id
from towpath.api.mandates import (
    authorize_mandate,
    create_mandate_for_existing_sender,
    get_mandate,
)
from towpath.api.payment_accounts import (
    create_payment_account,
    list_payment_accounts_with_enriched_data,
)
from towpath.api.payment_links import create_payment_link, get_payment_link
from towpath.api.payment_users import create_payment_user
from towpath.api.payments import (
    create_payment,
    create_refund,
    get_payment,
    get_refund,
    list_payments,
)
from towpath.api.testing import create_test_dispute
from towpath.api.webhooks import create_webhook_endpoint, get_webhook_event
from towpath.types import UNSET, File


class Refused(Exception):
    """A call that was answered with an error_code."""

    def __init__(self, error):
        super().__init__(f"{error.error_code}: {error.message} ({error.request_id})")
        self.error_code = error.error_code


def ok(answer):
    """The body of a success. Any other answer is raised."""
    if isinstance(answer, (models.ErrorE1, models.ErrorE2, models.ErrorE3)):
        raise Refused(answer.error)
    return answer


def connect(base_url, client_id, client_secret):
    """A client that sends the token of the app with each request."""
    credentials = models.CustomerTokenRequest(
        client_id=client_id,
        client_secret=client_secret,
        grant_type=models.CustomerTokenRequestGrantType.CLIENT_CREDENTIALS,
    )
    anonymous = Client(base_url)
    granted = ok(generate_customer_access_token.sync(client=anonymous, body=credentials))
    return AuthenticatedClient(base_url, granted.access_token)


def paid(client):
    """All payments whose money is there or on its way, page by page."""
    statuses = [models.ListPaymentsStatusesItem.SUBMITTED, models.ListPaymentsStatusesItem.EXECUTED]
    after = UNSET
    while True:
        page = ok(list_payments.sync(client=client, statuses=statuses, limit=1, after=after))
        yield from page.payments
        if not page.next_cursor:
            return
        after = page.next_cursor


def verify(secret, headers, body):
    """The JSON of a webhook, once one of its signatures is by the secret of the endpoint."""
    seconds = int(headers["webhook-timestamp"])
    if abs(time.time() - seconds) > 300:
        raise ValueError("the webhook is not of the last five minutes")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{seconds}.".encode() + body
    ours = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    if not any(hmac.compare_digest(ours, each) for each in headers["webhook-signature"].split()):
        raise ValueError("no signature of the webhook is by this secret")
    return json.loads(body)


def links(client):
    order = new_order()
    link = ok(create_payment_link.sync(client=client, body=order))
    read = ok(get_payment_link.sync(link.payment_link_id, client=client))
    assert read.status == models.PaymentLinkResponseStatus.CREATED, read
    again = ok(create_payment_link.sync(client=client, body=order))
    assert again.payment_link_id == link.payment_link_id, "a repeat returns the same link"
    pay(client)
    pay(client)
    refused = get_payment.sync(link.payment_link_id, client=client)
    assert refused.error.error_code == models.ErrorBodyE3ErrorCode.PAYMENT_NOT_FOUND, refused
    payments = [payment.payment_id for payment in paid(client)]
    return {"link": link.payment_link_id, "payments": payments}


def card(client):
    payment = pay(client)
    assert payment.status == models.PaymentResponseStatus.EXECUTED, payment
    part = models.CreateRefundRequest(amount=500, reason="One item was sent back")
    key = f"part-of-{payment.payment_id}"

    def refund(body, key):
        answer = create_refund.sync(
            payment.payment_id, client=client, body=body, idempotency_key=key
        )
        return ok(answer)

    first = refund(part, key)
    assert refund(part, key).refund_id == first.refund_id, "a key makes one refund"
    until(
        "the refund",
        lambda: (
            ok(get_refund.sync(first.refund_id, client=client)).status
            == models.RefundResponseStatus.EXECUTED
        ),
    )
    now = ok(get_payment.sync(payment.payment_id, client=client))
    assert now.amount_refunded == 500, now
    try:
        refund(models.CreateRefundRequest(amount=12_001), f"too-much-of-{payment.payment_id}")
    except Refused as refused:
        return {"payment": payment.payment_id, "refused": refused.error_code}
    raise AssertionError("more than the rest was refunded")


def bank(client):
    found = list_institutions.sync(
        client=client, countries="HKG", products_supported="ACCOUNTS,TRANSACTIONS"
    )
    assert len(ok(found)) > 0, "no institution"
    keys = ok(get_cred_submit_jwks.sync(client=client)).keys
    sealed = ask("seal", keys[0].to_dict())
    asked = models.CreateLinkRequest(
        institution_id="testbank",
        user_id="end-user in Python",
        consent=True,
        products_requested=["ACCOUNTS", "TRANSACTIONS"],
        store_credentials=False,
        encrypted_credentials=models.EncryptedPayload.from_dict(sealed),
    )
    login = ok(create_link.sync(client=client, body=asked)).login_identity.login_identity_id
    complete = models.LoginIdentityStatus.DATA_RETRIEVAL_COMPLETE
    until(
        "all data",
        lambda: (
            ok(get_login_identity_by_id.sync(login, client=client)).login_identity.status
            == complete
        ),
    )
    success = ok(link_status.sync(login, client=client)).success
    own = AuthenticatedClient(os.environ["BASE_URL"], success.access_token)
    accounts = ok(list_accounts.sync(client=own)).accounts
    page = ok(list_transactions_by_login_identity_id.sync(client=own, limit=5))
    assert len(page.transactions) == 5, page
    return {
        "login": login,
        "linked": linked_on_page(client),
        "account": accounts[0].account_id,
        "transactions": page.total_transactions,
    }


def linked_on_page(client):
    """Sends an end-user to the hosted page and exchanges the code that comes back."""
    client_id, returns_to = os.environ["CLIENT_ID"], os.environ["REDIRECT_URI"]
    asked = models.LinkTokenRequest(
        client_id=client_id,
        redirect_uri=returns_to,
        user_id="end-user in Python",
        grant_type=models.LinkTokenRequestGrantType.CLIENT_CREDENTIALS,
        response_type=models.LinkTokenRequestResponseType.CODE,
        response_mode=models.LinkTokenRequestResponseMode.QUERY,
    )
    page = ok(generate_link_token.sync(client=client, body=asked))
    exchange = models.LinkCodeExchange(
        grant_type=models.LinkCodeExchangeGrantType.AUTHORIZATION_CODE,
        code=ask("link", page.access_token),
        client_id=client_id,
        redirect_uri=returns_to,
    )
    return ok(token.sync(client=client, body=exchange)).login_identity_id


def debit(client):
    tenant = models.CreatePaymentUserRequest(
        external_user_id="tenant in Python", name="Chan Tai Man", autopay_consent=True
    )
    user = ok(create_payment_user.sync(client=client, body=tenant))
    theirs = models.CreatePaymentAccountRequest(
        account_type=models.CreatePaymentAccountRequestAccountType.EXTERNAL_ACCOUNT,
        accountholder_name="CHAN TAI MAN",
        institution_id="testbank",
        user_id=user.user_id,
        account_number=models.NewAccountNumber(
            type_=models.NewAccountNumberType.LOCAL, number="012-345678-833"
        ),
    )
    sender = ok(create_payment_account.sync(client=client, body=theirs))
    kind = models.ListPaymentAccountsWithEnrichedDataAccountType.SETTLEMENT_ACCOUNT
    ours = list_payment_accounts_with_enriched_data.sync(client=client, account_type=kind)
    recipient = ok(ours).payment_accounts[0]
    asked = models.CreateMandateForSenderRequest(
        recipient_account=models.MandateRecipientAccountRequest(recipient.account_id),
        sender_account=models.MandateSenderAccountRequest(sender.account_id),
        mandate_details=models.MandateDetailsRequest(currency="HKD"),
    )
    mandate = ok(
        create_mandate_for_existing_sender.sync(
            client=client, body=asked, idempotency_key=f"mandate-of-{user.user_id}"
        )
    )
    mandate_id = mandate.mandate_id
    consent = models.AuthorizeMandateRequest(enduser_consent=True)
    ok(authorize_mandate.sync(mandate_id, client=client, body=consent))
    until(
        "the bank",
        lambda: (
            ok(get_mandate.sync(mandate_id, client=client)).status
            == models.MandateResponseStatus.SUCCEEDED
        ),
    )
    rent = models.CreatePaymentRequest(
        amount=4_500,
        currency="HKD",
        payment_method_id=mandate.payment_method_id,
        payment_details=models.CreatePaymentDetails(description="Rent"),
    )
    key = f"rent-of-{user.user_id}"
    payment = ok(create_payment.sync(client=client, body=rent, idempotency_key=key))
    until(
        "the money",
        lambda: (
            ok(get_payment.sync(payment.payment_id, client=client)).status
            == models.PaymentResponseStatus.EXECUTED
        ),
    )
    return {"mandate": mandate_id, "payment": payment.payment_id}


def dispute(client):
    here = models.CreateWebhookEndpointRequest(os.environ["WEBHOOK_URL"], event_types=["DISPUTE_*"])
    secret = ok(create_webhook_endpoint.sync(client=client, body=here)).secret
    payment = pay(client)
    opened = create_test_dispute.sync(
        client=client, body=models.CreateTestDisputeRequest(payment.payment_id)
    )
    dispute_id = ok(opened).dispute_id
    receipt = File(io.BytesIO(b"%PDF-1.7 paid"), "receipt.pdf", "application/pdf")
    evidence = ok(
        add_dispute_evidence.sync(
            dispute_id, client=client, body=models.AddDisputeEvidenceBody(receipt)
        )
    )
    ok(submit_dispute.sync(dispute_id, client=client))
    webhook = ask("webhook", dispute_id)
    headers, body = webhook["headers"], webhook["body"].encode()
    try:
        verify(secret, headers, body + b" ")
        raise AssertionError("a changed webhook has a good signature")
    except ValueError:
        event = models.DisputeWebhookBody.from_dict(verify(secret, headers, body))
    assert event.dispute_id == dispute_id, event
    kept = ok(get_webhook_event.sync(event.event_id, client=client))
    assert kept.body == event, kept
    return {
        "dispute": dispute_id,
        "evidence": evidence.evidence_id,
        "event": event.event_id,
    }


def new_order():
    reference = uuid.uuid4()
    return models.CreatePaymentLinkRequest(
        mode=models.CreatePaymentLinkRequestMode.PAYMENT,
        currency="HKD",
        amount=12_500,
        unique_reference_id=f"order-{reference}",
        sender=models.PaymentLinkSenderRequest(f"payer-{reference}", "Chan Tai Man"),
        payment_details=models.PaymentLinkDetailsInput("Order in Python", "INV-1001"),
    )


def pay(client):
    """Sends a payer to a new link; the payment."""
    link = ok(create_payment_link.sync(client=client, body=new_order()))
    ask("pay", link.url)
    return ok(get_payment_link.sync(link.payment_link_id, client=client)).payment


def say(what, detail):
    """Writes a line that the test reads."""
    print(json.dumps({what: detail}), flush=True)


def ask(what, detail):
    """Lets the test do what a payer, a browser or a server does; the next line is the answer."""
    say(what, detail)
    return json.loads(sys.stdin.readline())


def until(what, is_true):
    deadline = time.monotonic() + 90
    while not is_true():
        assert time.monotonic() < deadline, f"waited too long for {what}"
        time.sleep(0.1)


if __name__ == "__main__":
    journey = {each.__name__: each for each in (links, card, bank, debit, dispute)}[sys.argv[1]]
    shop = connect(*(os.environ[name] for name in ("BASE_URL", "CLIENT_ID", "CLIENT_SECRET")))
    say("done", journey(shop))
